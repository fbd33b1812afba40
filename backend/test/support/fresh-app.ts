import { startApp, type TestApp } from './start-app.js';

let running: TestApp | undefined;

/** Closes the application of the last test that called it, and starts a new one on a fresh database. */
export async function freshApp(): Promise<TestApp> {
  await closeFreshApp();
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
export async function closeFreshApp(): Promise<void> {
  await running?.close();
}
