import 'reflect-metadata';
import { boot, type RunningApp } from './boot.js';
import { ConfigError } from './platform/config.js';

/** Longer than finishing running work takes, shorter than the 20 s that Docker Compose waits. */
const SHUTDOWN_MS = 15_000;

let booting: Promise<RunningApp> | undefined;
let stopping = false;

process.on('SIGTERM', stop);
process.on('SIGINT', stop);

try {
  booting = boot(process.env);
  await (
    await booting
  ).ready;
} catch (error) {
  if (!stopping) giveUp(error);
}

/** Finishes running work at the first signal and exits at once at the second. */
function stop(): void {
  if (stopping) process.exit(1);
  stopping = true;
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
  Promise.resolve(booting)
    .then((app) => app?.close())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}

function giveUp(error: unknown): never {
  const faults = error instanceof ConfigError ? error.faults : [String(error)];
  for (const fault of faults) process.stderr.write(`ResQ does not start: ${fault}\n`);
  process.exit(1);
}
