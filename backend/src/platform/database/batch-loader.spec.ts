import { BatchLoader } from './batch-loader.js';

const ALONE_MS = 10;

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
  [undefined, 60],
  [40, 40],
])('in a crowd, with %j ms, begins a call %d ms after the one before', async (everyMs, waitMs) => {
  const loader = new BatchLoader(ask, everyMs);
  await crowd(loader);
  void loader.load(3);
  await jest.advanceTimersByTimeAsync(waitMs - 1);
  void loader.load(4);
  expect(asked).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([[3, 4]]);
});

it.each([
  ['the rest of that time', 30, 30],
  ['as one alone, when that time is nearly over', 55, ALONE_MS],
])('lets a request that comes later wait %s', async (_what, laterMs, waitMs) => {
  const loader = new BatchLoader(ask);
  await crowd(loader);
  await jest.advanceTimersByTimeAsync(laterMs);
  void loader.load(3);
  await jest.advanceTimersByTimeAsync(waitMs - 1);
  expect(asked).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([[3]]);
});

it('lets nobody wait for a single one before, except within half a second after a crowd', async () => {
  const loader = new BatchLoader(ask);
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
  const loader = new BatchLoader(ask);
  void loader.load(1);
  await jest.advanceTimersByTimeAsync(ALONE_MS);
  void loader.load(1);
  await jest.advanceTimersByTimeAsync(ALONE_MS);
  expect(asked).toEqual([[1], [1]]);
});
