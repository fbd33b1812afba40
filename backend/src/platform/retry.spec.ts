import { retry, retryInBackground } from './retry.js';

const never = new AbortController().signal;
const failing = (times: number) => {
  let calls = 0;
  return () => {
    calls += 1;
    return calls <= times ? Promise.reject(new Error(`failure ${calls}`)) : Promise.resolve(calls);
  };
};

describe('retry', () => {
  it('returns the first success and reports each failure before it', async () => {
    const failures: [string, number][] = [];
    const onFailure = (error: unknown, attempt: number): void =>
      void failures.push([(error as Error).message, attempt]);
    expect(await retry(failing(2), { signal: never, delayMs: 1, onFailure })).toBe(3);
    expect(failures).toEqual([
      ['failure 1', 0],
      ['failure 2', 1],
    ]);
  });

  it('throws an error that is not retryable at once', async () => {
    const onFailure = jest.fn();
    const options = { signal: never, delayMs: 1, isRetryable: () => false, onFailure };
    await expect(retry(failing(1), options)).rejects.toThrow('failure 1');
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('waits longer after each failure, up to the limit', async () => {
    const waited: number[] = [];
    let since = performance.now();
    const work = failing(4);
    const timed = () => {
      waited.push(performance.now() - since);
      since = performance.now();
      return work();
    };
    await retry(timed, { signal: never, delayMs: 20, maxDelayMs: 40, onFailure: () => undefined });
    const leastMs = [0, 20, 40, 40, 40];
    // A timer may fire a millisecond early.
    waited.forEach((ms, n) => expect(ms).toBeGreaterThan((leastMs[n] ?? 0) - 2));
  });

  it('ends with an AbortError when the signal is aborted while it waits', async () => {
    const stopped = new AbortController();
    const onFailure = (): void => stopped.abort();
    const options = { signal: stopped.signal, delayMs: 60_000, onFailure };
    await expect(retry(failing(1), options)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('retryInBackground', () => {
  it('returns after the first failure and retries until it succeeds', async () => {
    const work = failing(2);
    let finished: () => void;
    const done = new Promise<void>((resolve) => (finished = resolve));
    const failures: number[] = [];
    await retryInBackground(() => work().then(() => finished()), {
      signal: never,
      delayMs: 1,
      onFailure: (_, attempt) => void failures.push(attempt),
    });
    expect(failures).toEqual([0]);
    await done;
    expect(failures).toEqual([0, 1]);
  });

  it('returns when it is stopped before its first attempt', async () => {
    const work = jest.fn();
    const options = { signal: AbortSignal.abort(), delayMs: 60_000, delayFirst: true };
    await retryInBackground(work, { ...options, onFailure: () => undefined });
    expect(work).not.toHaveBeenCalled();
  });
});
