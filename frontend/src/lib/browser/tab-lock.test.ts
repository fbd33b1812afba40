import { beforeEach, describe, expect, it, vi } from 'vitest';
import { holdTabLock, withTabLock } from './tab-lock.js';
import { FakeLocks } from './testing/locks.js';

let locks: FakeLocks;
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  locks = new FakeLocks();
  vi.stubGlobal('navigator', { locks });
});

describe('work under a lock', () => {
  const work = vi.fn((isLocked: boolean) => Promise.resolve(isLocked ? 'locked' : 'not locked'));
  beforeEach(() => work.mockClear());

  it('waits for the tab that holds the lock', async () => {
    const release = locks.holdElsewhere('one');
    const done = withTabLock('one', work);
    await tick(60_000);
    expect(work).not.toHaveBeenCalled();
    release();
    await expect(done).resolves.toBe('locked');
  });

  it('does not wait for the holder of another lock', async () => {
    locks.holdElsewhere('other');
    await expect(withTabLock('one', work)).resolves.toBe('locked');
  });

  it('releases the lock when the work is done or has failed', async () => {
    await withTabLock('one', work);
    const failed = withTabLock('one', () => Promise.reject(new Error('lost network')));
    await expect(failed).rejects.toThrow('lost network');
    await expect(withTabLock('one', work)).resolves.toBe('locked');
  });

  it('runs once without the lock when a frozen tab holds it for too long', async () => {
    const release = locks.holdElsewhere('one');
    const done = withTabLock('one', work, { patienceMs: 8_000 });
    await tick(7_999);
    expect(work).not.toHaveBeenCalled();
    await tick(1);
    await expect(done).resolves.toBe('not locked');
    release();
    await tick();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('may run longer than its patience', async () => {
    const slow = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 20_000));
    const done = withTabLock('one', slow, { patienceMs: 8_000 });
    await tick(20_000);
    await expect(done).resolves.toBe('done');
  });

  it('never begins after the signal aborts', async () => {
    const release = locks.holdElsewhere('one');
    const left = new AbortController();
    const done = withTabLock('one', work, { signal: left.signal, patienceMs: 8_000 });
    left.abort(new Error('left'));
    await expect(done).rejects.toThrow('left');
    await expect(withTabLock('one', work, { signal: left.signal })).rejects.toThrow('left');
    release();
    await tick(60_000);
    expect(work).not.toHaveBeenCalled();
  });

  it('runs without the lock over plain HTTP', async () => {
    vi.stubGlobal('navigator', {});
    await expect(withTabLock('one', work)).resolves.toBe('not locked');
  });

  it('runs without the lock where the browser refuses it', async () => {
    locks.request = () => Promise.reject(new DOMException('not here', 'SecurityError'));
    await expect(withTabLock('one', work)).resolves.toBe('not locked');
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('a lock that is held', () => {
  const begin = vi.fn();
  beforeEach(() => begin.mockReset());

  it('is released when the signal aborts, and not before', async () => {
    const first = new AbortController();
    const second = vi.fn();
    holdTabLock('one', first.signal, begin);
    holdTabLock('one', new AbortController().signal, second);
    await tick(60_000);
    expect(begin).toHaveBeenCalledTimes(1);
    expect(second).not.toHaveBeenCalled();
    first.abort();
    await tick();
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('is not taken by a tab that has left the queue', async () => {
    const release = locks.holdElsewhere('one');
    const left = new AbortController();
    holdTabLock('one', left.signal, begin);
    left.abort();
    release();
    await tick();
    expect(begin).not.toHaveBeenCalled();
  });

  it('is taken at once, in the same task, where there are no locks', () => {
    vi.stubGlobal('navigator', {});
    holdTabLock('one', new AbortController().signal, begin);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('does not wait for another lock', async () => {
    void withTabLock('other', never);
    holdTabLock('one', new AbortController().signal, begin);
    await tick();
    expect(begin).toHaveBeenCalledTimes(1);
  });
});
