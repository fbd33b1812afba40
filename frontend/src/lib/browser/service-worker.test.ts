import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onWorkerMessage, registerServiceWorker } from './service-worker.js';

const update = vi.fn(() => Promise.resolve());
const register = vi.fn(() => Promise.resolve({}));

/** The test environment has no service workers, and neither has plain HTTP. */
function withWorkers(): EventTarget {
  const container = Object.assign(new EventTarget(), {
    register,
    getRegistration: () => Promise.resolve({ update }),
    startMessages: () => undefined,
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  return container;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  update.mockClear();
  register.mockClear();
});

afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('looks for a newer worker every hour, and when the tab is shown', async () => {
  withWorkers();
  await registerServiceWorker();
  expect(register).toHaveBeenCalledWith('/sw.js', { scope: '/', updateViaCache: 'none' });
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  expect(update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(update).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(update).toHaveBeenCalledTimes(2);
});

it('does nothing without service workers, and nothing in development', async () => {
  await registerServiceWorker();
  withWorkers();
  vi.stubEnv('PROD', false);
  await registerServiceWorker();
  expect(register).not.toHaveBeenCalled();
});

it('leaves the page alone when the browser refuses the worker', async () => {
  withWorkers();
  register.mockImplementationOnce(() => Promise.reject(new Error('refused')));
  await registerServiceWorker();
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  expect(update).not.toHaveBeenCalled();
});

it('hands on the messages of the worker, with a way to answer', () => {
  const container = withWorkers();
  const answered = vi.fn();
  const stop = onWorkerMessage((message, answer) => {
    if (message.type === 'push:open') answer();
  });
  const ports = [{ postMessage: answered }];
  const send = (type: string) =>
    container.dispatchEvent(Object.assign(new Event('message'), { data: { type }, ports }));
  send('push:changed');
  expect(answered).not.toHaveBeenCalled();
  send('push:open');
  expect(answered).toHaveBeenCalledTimes(1);
  stop();
  send('push:open');
  expect(answered).toHaveBeenCalledTimes(1);
});
