// @ts-check
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { complain } from '../say.mjs';
import { endProcesses } from './run-processes.mjs';

/**
 * Cleans up after a command that runs tests. It is a process of its own, because a killed command
 * cannot. Its input ends together with the command, however that ends.
 */
const [folder = ''] = process.argv.slice(2);

// Signals are meant for the command. The end of the input follows.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
await once(process.stdin.resume(), 'end');
await endProcesses(folder);
try {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
} catch (error) {
  complain(error);
}
