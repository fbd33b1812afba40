import { ALONE_MS, BatchLoader } from './batch-loader.js';

let asked: number[][];
const ask = (keys: number[]): Promise<Map<number, string>> => {
  asked.push(keys);
  return Promise.resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, `no ${key}`])));
};

beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
});
afterEach(() => jest.useRealTimers());

/** Asks for two keys at once, so that the loader knows of a crowd. */
async function crowd(loader: BatchLoader<number, string>): Promise<void> {
  const both = Promise.all([loader.load(1), loader.load(2)]);
  await jest.advanceTimersByTimeAsync(ALONE_MS);
  await both;
  asked = [];
}

it('loads what is requested within a moment with one call, and misses what is not there', async () => {
  const loader = new BatchLoader(ask);
  const loading = Promise.all([loader.load(1), loader.load(2), loader.load(1), loader.load(-1)]);
  await jest.advanceTimersByTimeAsync(ALONE_MS);
  expect(await loading).toEqual(['no 1', 'no 2', 'no 1', undefined]);
  expect(asked).toEqual([[1, 2, -1]]);
});

it.each([
  ['longer', undefined, 60],
  ['as long as alone, for callers that come in groups', ALONE_MS, ALONE_MS],
])('waits %s in a crowd', async (_what, crowdedMs, waitMs) => {
  const loader = new BatchLoader(ask, crowdedMs);
  await crowd(loader);
  void loader.load(3);
  await jest.advanceTimersByTimeAsync(waitMs - 1);
  void loader.load(4);
  expect(asked).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([[3, 4]]);
});

it('waits as one alone again, half a second after a crowd', async () => {
  const loader = new BatchLoader(ask);
  await crowd(loader);
  await jest.advanceTimersByTimeAsync(500);
  void loader.load(3);
  await jest.advanceTimersByTimeAsync(ALONE_MS);
  expect(asked).toEqual([[3]]);
});

it('asks after every request, so that nobody gets an older state', async () => {
  const loader = new BatchLoader(ask);
  void loader.load(1);
  await jest.advanceTimersByTimeAsync(ALONE_MS);
  void loader.load(1);
  await jest.advanceTimersByTimeAsync(ALONE_MS);
  expect(asked).toEqual([[1], [1]]);
});
