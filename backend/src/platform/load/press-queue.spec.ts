import { POOLS } from '../database/connections/connection-needs.js';
import type { NodeLoad } from './node-load.js';
import { deadlineOf, PressQueue } from './press-queue.js';

let queue: PressQueue;
/** Ends a change that runs, the oldest first. */
let ends: (() => void)[];
let begun: string[];
let senders: number;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0);
  queue = new PressQueue({ rateLimits: true }, { watch: () => undefined } as unknown as NodeLoad);
  senders = 0;
  ends = [];
  begun = [];
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const SOMEWHERE = 'a building without changes';
const tooMany = () => new Error('too many');

/** A change by somebody else in a building of its own, or in the given one. */
function change(name = '', building = `building ${senders}`): Promise<void> {
  senders += 1;
  const work = () => {
    begun.push(name);
    return new Promise<void>((end) => ends.push(end));
  };
  const deadlineMs = deadlineOf(performance.now());
  const admit = () => Promise.resolve();
  return queue.serialize(building, `person ${senders}`, { admit, work, deadlineMs, tooMany });
}
/** Most of them never end, or after their deadline. */
async function changes(count: number, building?: string): Promise<void> {
  for (let n = 0; n < count; n += 1) change('', building).catch(() => undefined);
  await pass(0);
}
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const end = async (): Promise<void> => {
  ends.shift()?.();
  await pass(0);
};
/** Lets changes end one by one. */
async function save(count: number, everyMs: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await pass(everyMs);
    await end();
  }
}
/** Returns in how many ms a press that arrives now is to come back; undefined when it has room. */
const backInMs = (arrivedMs = performance.now(), building = SOMEWHERE): number | undefined =>
  queue.refusal(building, deadlineOf(arrivedMs))?.details.retryInMs;

/** The longest wait of a press: its deadline after 2.8 s, without the time to save and answer it. */
const PATIENCE_MS = 2_600;
/** The mean of a new node's changes, of which six run at once. */
const FIRST_MEAN_MS = 10;
const INTERVAL_MS = FIRST_MEAN_MS / 6;

it('runs as many changes at once as there are connections, and the others in their order', async () => {
  await changes(POOLS.presses);
  void change('first');
  void change('second');
  await pass(0);
  expect(begun).toHaveLength(POOLS.presses);
  await end();
  expect(begun.slice(POOLS.presses)).toEqual(['first']);
  await end();
  expect(begun.slice(POOLS.presses)).toEqual(['first', 'second']);
});

it('gives a change’s place to the next one also when it fails', async () => {
  const work = () => Promise.reject(new Error('database away'));
  const deadlineMs = deadlineOf(performance.now());
  const turn = { admit: () => Promise.resolve(), work, deadlineMs, tooMany };
  await expect(queue.serialize('one', 'anna', turn)).rejects.toThrow('database away');
  await changes(POOLS.presses);
  await pass(0);
  expect(begun).toHaveLength(POOLS.presses);
});

it('has room in a burst for every press that can be saved before its deadline', async () => {
  const most = Math.floor(PATIENCE_MS / INTERVAL_MS);
  await changes(POOLS.presses + most);
  expect(backInMs()).toBeUndefined();
  await changes(1);
  expect(queue.refusal(SOMEWHERE, deadlineOf(performance.now()))?.code).toBe('alarm.busy');
});

it('counts the time that a press has waited before it reached the queue', async () => {
  await changes(POOLS.presses + Math.floor((PATIENCE_MS - 1_000) / INTERVAL_MS) + 1);
  expect(backInMs()).toBeUndefined();
  expect(backInMs(performance.now() - 1_000)).toBeDefined();
});

it('is never full while changes run that nobody waits for, however long they take', async () => {
  await changes(POOLS.presses);
  await pass(60_000);
  expect(backInMs(performance.now() - 60_000)).toBeUndefined();
});

it('gives each refused press a moment of its own at which it finds room', async () => {
  await changes(POOLS.presses + 2_000);
  const firstMs = 2_000 * INTERVAL_MS - PATIENCE_MS;
  for (let n = 1; n <= 300; n += 1) {
    expect(Math.abs((backInMs() ?? 0) - (firstMs + n * INTERVAL_MS))).toBeLessThanOrEqual(1);
  }
});

it('asks nobody to come back later than in 10 s, however many it has refused', async () => {
  await changes(POOLS.presses + 2_000);
  for (let n = 0; n < 100_000; n += 1) backInMs();
  expect(backInMs()).toBe(5_000);
  jest.spyOn(Math, 'random').mockReturnValue(0.999);
  expect(backInMs()).toBe(9_995);
});

it('keeps the wait short once a queue stands, and has room again when it is shorter', async () => {
  await changes(POOLS.presses + 200);
  // A change ends every 10 ms, so after 300 ms no further one has waited for a short time only.
  await save(75, 10);
  expect(backInMs()).toBeUndefined();
  await save(10, 10);
  expect(backInMs()).toBeDefined();
  await save(40, 10);
  expect(backInMs()).toBeUndefined();
});

it('knows from the newest changes how fast it is', async () => {
  const short = () => backInMs(performance.now() - 2_000);
  await changes(POOLS.presses + 300);
  await save(60, 1);
  expect(short()).toBeUndefined();
  await save(60, 100);
  expect(short()).toBeDefined();
});

it('counts the turns that come before a press in its building, and in no other', async () => {
  const most = PATIENCE_MS / FIRST_MEAN_MS;
  await changes(1 + most, 'crowded');
  expect(backInMs(performance.now(), 'crowded')).toBeUndefined();
  await changes(1, 'crowded');
  expect(backInMs(performance.now(), 'crowded')).toBeDefined();
  expect(backInMs()).toBeUndefined();
});

it('counts for each turn in its building the wait of one round through all buildings', async () => {
  await changes(POOLS.presses);
  await changes(150);
  await changes(9, 'crowded');
  // Each of its eight waiting turns waits for 151 others and lasts 10 ms.
  expect(backInMs(performance.now(), 'crowded')).toBeUndefined();
  await changes(1, 'crowded');
  expect(backInMs(performance.now(), 'crowded')).toBeDefined();
});

it('measures the wait from the arrival, and so sees a queue that stands in the turns', async () => {
  await changes(60, 'crowded');
  await save(50, 20);
  await changes(60, 'crowded');
  expect(backInMs(performance.now(), 'crowded')).toBeDefined();
});
