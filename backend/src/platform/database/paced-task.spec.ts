import { PacedTask } from './paced-task.js';

const PACE = { soonMs: 20, everyMs: 100 };

let task: PacedTask;
/** When each run began, in ms since the start of the test. */
let began: number[];
let startMs: number;
let runMs: number;

beforeEach(() => {
  jest.useFakeTimers();
  startMs = performance.now();
  began = [];
  runMs = 0;
  task = new PacedTask(async () => {
    began.push(performance.now() - startMs);
    await new Promise((done) => setTimeout(done, runMs));
  }, PACE);
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Requests the task at once and after each millisecond. */
async function crowd(ms: number): Promise<void> {
  task.request();
  for (let n = 0; n < ms; n += 1) {
    await pass(1);
    task.request();
  }
}

it('runs soon after a request that comes alone, and not again', async () => {
  task.request();
  await pass(1_000);
  task.request();
  await pass(1_000);
  expect(began).toEqual([20, 1_020]);
});

it('runs once in each period while requests come', async () => {
  await crowd(350);
  await pass(1_000);
  expect(began).toEqual([20, 120, 220, 320, 420]);
});

it('runs again soon after a run that took longer than a period, never twice at once', async () => {
  runMs = 250;
  await crowd(300);
  await pass(1_000);
  expect(began).toEqual([20, 290, 560]);
});

it('does not run again when nobody asked during a run', async () => {
  runMs = 250;
  task.request();
  await pass(1_000);
  expect(began).toEqual([20]);
});

it('stops after the run that is going on, and drops what waits', async () => {
  runMs = 250;
  await crowd(50);
  let isStopped = false;
  void task.stop().then(() => (isStopped = true));
  await pass(200);
  expect(isStopped).toBe(false);
  await pass(50);
  expect(isStopped).toBe(true);
  await pass(1_000);
  expect(began).toEqual([20]);
});
