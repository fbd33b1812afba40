import { POOLS } from '../database/connections/connection-needs.js';
import { deadlineOf, PressQueue } from './press-queue.js';

let queue: PressQueue;
/** Ends a change that runs, the oldest first. */
let ends: (() => void)[];
let begun: string[];

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0);
  queue = new PressQueue();
  ends = [];
  begun = [];
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const change = (name = ''): Promise<void> =>
  queue.pass(() => {
    begun.push(name);
    return new Promise<void>((end) => ends.push(end));
  });
const changes = (count: number): Promise<void>[] => Array.from({ length: count }, () => change());
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
const backInMs = (arrivedMs = performance.now()): number | undefined =>
  queue.refusal(deadlineOf(arrivedMs))?.details.retryInMs;

/** The longest wait of a press: its deadline after 2.8 s, without the time to save and answer it. */
const PATIENCE_MS = 2_600;
/** The mean of a new node's changes is 10 ms, and six run at once. */
const INTERVAL_MS = 10 / 6;

it('runs as many changes at once as there are connections, and the others in their order', async () => {
  void changes(POOLS.presses);
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
  const failed = queue.pass(() => Promise.reject(new Error('database away')));
  await expect(failed).rejects.toThrow('database away');
  void changes(POOLS.presses);
  await pass(0);
  expect(begun).toHaveLength(POOLS.presses);
});

it('has room in a burst for every press that can be saved before its deadline', () => {
  const most = Math.floor(PATIENCE_MS / INTERVAL_MS);
  void changes(POOLS.presses + most);
  expect(backInMs()).toBeUndefined();
  void change();
  expect(queue.refusal(deadlineOf(performance.now()))?.code).toBe('alarm.busy');
});

it('counts the time that a press has waited before it reached the queue', () => {
  void changes(POOLS.presses + Math.floor((PATIENCE_MS - 1_000) / INTERVAL_MS) + 1);
  expect(backInMs()).toBeUndefined();
  expect(backInMs(performance.now() - 1_000)).toBeDefined();
});

it('is never full while changes run that nobody waits for, however long they take', async () => {
  void changes(POOLS.presses);
  await pass(60_000);
  expect(backInMs(performance.now() - 60_000)).toBeUndefined();
});

it('gives each refused press a moment of its own at which it finds room', () => {
  void changes(POOLS.presses + 2_000);
  const firstMs = 2_000 * INTERVAL_MS - PATIENCE_MS;
  for (let n = 1; n <= 300; n += 1) {
    expect(Math.abs((backInMs() ?? 0) - (firstMs + n * INTERVAL_MS))).toBeLessThanOrEqual(1);
  }
});

it('asks nobody to come back later than in 5 s, however many it has refused', () => {
  void changes(POOLS.presses + 2_000);
  for (let n = 0; n < 100_000; n += 1) backInMs();
  expect(backInMs()).toBe(2_500);
  jest.spyOn(Math, 'random').mockReturnValue(0.999);
  expect(backInMs()).toBe(4_998);
});

it('keeps the wait short once a queue stands, and has room again when it is shorter', async () => {
  void changes(POOLS.presses + 200);
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
  void changes(POOLS.presses + 300);
  await save(60, 1);
  expect(short()).toBeUndefined();
  await save(60, 100);
  expect(short()).toBeDefined();
});
