import { startApp, type TestApp } from './start-app.js';

let running: TestApp | undefined;

/** Closes the application of the last test that called it, and starts a new one on a fresh database. */
export async function sharedApp(): Promise<TestApp> {
  await closeSharedApp();
  const app = await startApp();
  running = {
    ...app,
    close: () => {
      running = undefined;
      return app.close();
    },
  };
  return running;
}

/** Closes the application that is running, if there is one. */
export async function closeSharedApp(): Promise<void> {
  await running?.close();
}
