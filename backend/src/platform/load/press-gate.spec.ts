import { POOLS } from '../database/connections/connection-needs.js';
import { PressGate } from './press-gate.js';

let gate: PressGate;
/** Ends a change that runs, the oldest first. */
let ends: (() => void)[];
let begun: string[];

beforeEach(() => {
  jest.useFakeTimers();
  gate = new PressGate();
  ends = [];
  begun = [];
});
afterEach(() => jest.useRealTimers());

const change = (name = ''): Promise<void> =>
  gate.pass(() => {
    begun.push(name);
    return new Promise<void>((end) => ends.push(end));
  });
const changes = (count: number): Promise<void>[] => Array.from({ length: count }, () => change());
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const end = async (): Promise<void> => {
  ends.shift()?.();
  await pass(0);
};

it('runs as many changes at once as there are connections, and the others in their order', async () => {
  void changes(POOLS.presses);
  void change('first');
  void change('second');
  expect(begun).toHaveLength(POOLS.presses);
  await end();
  expect(begun.slice(POOLS.presses)).toEqual(['first']);
  await end();
  expect(begun.slice(POOLS.presses)).toEqual(['first', 'second']);
});

it('gives a change’s place to the next one also when it fails', async () => {
  const failed = gate.pass(() => Promise.reject(new Error('database away')));
  await expect(failed).rejects.toThrow('database away');
  void changes(POOLS.presses);
  expect(begun).toHaveLength(POOLS.presses);
});

it('is full while a change has waited for more than 150 ms, and no longer', async () => {
  void changes(POOLS.presses + 1);
  await pass(150);
  expect(gate.isFull()).toBe(false);
  await pass(1);
  expect(gate.isFull()).toBe(true);
  expect(() => gate.requireRoom(0)).toThrow('alarm.busy');
  await end();
  expect(gate.isFull()).toBe(false);
  expect(() => gate.requireRoom(0)).not.toThrow();
});

it('is full at once when 60 changes wait', () => {
  void changes(POOLS.presses + 59);
  expect(gate.isFull()).toBe(false);
  void change();
  expect(gate.isFull()).toBe(true);
});

it('is never full while changes run that nobody waits for, however long they take', async () => {
  void changes(POOLS.presses);
  await pass(60_000);
  expect(gate.isFull()).toBe(false);
});

it('refuses a press behind others of its building only while other buildings wait', async () => {
  void changes(POOLS.presses);
  for (let n = 0; n < POOLS.presses; n += 1) {
    await pass(100);
    await end();
  }
  void changes(POOLS.presses);
  // The mean of six changes of 100 to 600 ms is far above 1 ms by now.
  expect(() => gate.requireRoom(100)).not.toThrow();
  void change();
  expect(() => gate.requireRoom(100)).toThrow('alarm.busy');
  expect(() => gate.requireRoom(0)).not.toThrow();
});
