import 'reflect-metadata';
import { boot } from './boot.js';
import { ConfigError } from './platform/config.js';

const SHUTDOWN_MS = 15_000;

try {
  const app = await boot(process.env);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [String(error)];
  for (const fault of faults) process.stderr.write(`ResQ does not start: ${fault}\n`);
  process.exit(1);
}
