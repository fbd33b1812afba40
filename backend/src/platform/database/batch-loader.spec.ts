import { BatchLoader } from './batch-loader.js';

afterEach(() => jest.useRealTimers());

describe('with a pause before each call', () => {
  const ALONE_MS = 10;
  const PACE = { soonMs: ALONE_MS, everyMs: 60, holdMs: 0 };

  let asked: number[][];
  const ask = (keys: number[]): Promise<Map<number, string>> => {
    asked.push(keys);
    return Promise.resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, `no ${key}`])));
  };

  beforeEach(() => {
    jest.useFakeTimers();
    asked = [];
  });

  /** Asks for two keys at once, so that the loader knows of a crowd. */
  async function crowd(loader: BatchLoader<number, string>): Promise<void> {
    const both = Promise.all([loader.load(1), loader.load(2)]);
    await jest.advanceTimersByTimeAsync(ALONE_MS);
    await both;
    asked = [];
  }

  it('loads what is requested within a moment with one call, and misses what is not there', async () => {
    const loader = new BatchLoader(ask, PACE);
    const loading = Promise.all([loader.load(1), loader.load(2), loader.load(1), loader.load(-1)]);
    await jest.advanceTimersByTimeAsync(ALONE_MS);
    expect(await loading).toEqual(['no 1', 'no 2', 'no 1', undefined]);
    expect(asked).toEqual([[1, 2, -1]]);
  });

  it('in a crowd begins a call so long after the one before', async () => {
    const loader = new BatchLoader(ask, PACE);
    await crowd(loader);
    void loader.load(3);
    await jest.advanceTimersByTimeAsync(PACE.everyMs - 1);
    void loader.load(4);
    expect(asked).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([[3, 4]]);
  });

  it.each([
    ['the rest of that time', 30, 30],
    ['as one alone, when that time is nearly over', 55, ALONE_MS],
  ])('lets a request that comes later wait %s', async (_what, laterMs, waitMs) => {
    const loader = new BatchLoader(ask, PACE);
    await crowd(loader);
    await jest.advanceTimersByTimeAsync(laterMs);
    void loader.load(3);
    await jest.advanceTimersByTimeAsync(waitMs - 1);
    expect(asked).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([[3]]);
  });

  it('lets nobody wait for a single one before, except within half a second after a crowd', async () => {
    const loader = new BatchLoader(ask, PACE);
    await crowd(loader);
    void loader.load(3);
    await jest.advanceTimersByTimeAsync(60);
    void loader.load(4);
    await jest.advanceTimersByTimeAsync(59);
    expect(asked).toEqual([[3]]);
    await jest.advanceTimersByTimeAsync(500);
    for (const key of [5, 6]) {
      void loader.load(key);
      await jest.advanceTimersByTimeAsync(ALONE_MS);
    }
    expect(asked).toEqual([[3], [4], [5], [6]]);
  });

  it('asks after every request, so that nobody gets an older state', async () => {
    const loader = new BatchLoader(ask, PACE);
    void loader.load(1);
    await jest.advanceTimersByTimeAsync(ALONE_MS);
    void loader.load(1);
    await jest.advanceTimersByTimeAsync(ALONE_MS);
    expect(asked).toEqual([[1], [1]]);
  });

  it('begins a call although the one before has no answer, when that may hold up nothing', async () => {
    const hang = jest.fn(() => new Promise<never>(() => undefined));
    const loader = new BatchLoader<number, string>(hang, PACE);
    for (const key of [1, 2]) {
      void loader.load(key);
      await jest.advanceTimersByTimeAsync(2 * ALONE_MS);
    }
    expect(hang.mock.calls).toEqual([[[1]], [[2]]]);
  });

  it('begins no call while one runs that holds up the next, and then asks for all together', async () => {
    const began: number[] = [];
    const slow = async (keys: number[]) => {
      began.push(performance.now() - startMs);
      await new Promise((done) => setTimeout(done, 250));
      return new Map(keys.map((key) => [key, '']));
    };
    const startMs = performance.now();
    const loader = new BatchLoader(slow, { ...PACE, holdMs: 60_000 });
    for (let n = 0; n < 300; n += 1) {
      void loader.load(n % 3);
      await jest.advanceTimersByTimeAsync(1);
    }
    await jest.advanceTimersByTimeAsync(1_000);
    expect(began).toEqual([10, 270, 530]);
  });

  it('stops after the call that runs, and drops what waits', async () => {
    let end = (): void => undefined;
    const asked = jest.fn(
      () => new Promise<Map<number, string>>((done) => (end = () => done(new Map()))),
    );
    const loader = new BatchLoader(asked, PACE);
    void loader.load(1);
    await jest.advanceTimersByTimeAsync(ALONE_MS);
    let isStopped = false;
    void loader.stop().then(() => (isStopped = true));
    void loader.load(2);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(isStopped).toBe(false);
    end();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(isStopped).toBe(true);
    expect(asked.mock.calls).toEqual([[[1]]]);
  });
});

describe('without a pause', () => {
  /** Calls that the test answers itself. */
  function calls() {
    const asked: string[][] = [];
    const answers: ((error?: Error) => void)[] = [];
    const ask = (keys: string[]) => {
      asked.push(keys);
      return new Promise<Map<string, string>>((resolve, reject) => {
        answers.push((error) =>
          error ? reject(error) : resolve(new Map(keys.map((key) => [key, `<${key}>`]))),
        );
      });
    };
    return { asked, answer: (error?: Error) => answers.shift()?.(error), ask };
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('asks for a single key at once, and for those that come meanwhile together', async () => {
    const { asked, answer, ask } = calls();
    const loader = new BatchLoader(ask, {});
    const first = loader.load('a');
    expect(asked).toEqual([['a']]);
    const rest = [loader.load('b'), loader.load('c'), loader.load('b'), loader.load('a')];
    await turn();
    expect(asked).toHaveLength(1);
    answer();
    expect(await first).toBe('<a>');
    await turn();
    // The key of the first call is asked for again, because its state may have changed since.
    expect(asked).toEqual([['a'], ['b', 'c', 'a']]);
    answer();
    expect(await Promise.all(rest)).toEqual(['<b>', '<c>', '<b>', '<a>']);
    await turn();
    const next = loader.load('d');
    expect(asked).toHaveLength(3);
    answer();
    expect(await next).toBe('<d>');
  });

  it('asks for no more keys at once than it may', async () => {
    const { asked, answer, ask } = calls();
    const loader = new BatchLoader(ask, { size: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd'].map((key) => loader.load(key)));
    for (let n = 0; n < 3; n += 1) {
      answer();
      await turn();
    }
    expect(await all).toEqual(['<a>', '<b>', '<c>', '<d>']);
    expect(asked).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('fails only the requests of a failed call, and goes on', async () => {
    const { answer, ask } = calls();
    const loader = new BatchLoader(ask, {});
    const first = loader.load('a');
    const second = loader.load('b');
    answer(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turn();
    answer();
    expect(await second).toBe('<b>');
  });

  it('asks for the next keys too when a call has no answer for 250 ms', async () => {
    jest.useFakeTimers();
    const { asked, answer, ask } = calls();
    const loader = new BatchLoader(ask, {});
    const hung = loader.load('a');
    const next = loader.load('b');
    await jest.advanceTimersByTimeAsync(249);
    expect(asked).toHaveLength(1);
    // The second step runs the immediate that ends the wait.
    await jest.advanceTimersByTimeAsync(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([['a'], ['b']]);
    answer(new Error('dead'));
    await expect(hung).rejects.toThrow('dead');
    answer();
    expect(await next).toBe('<b>');
  });

  it('returns undefined for a key that is not found', async () => {
    const loader = new BatchLoader(() => Promise.resolve(new Map<string, string>()), {});
    expect(await loader.load('a')).toBeUndefined();
  });
});
