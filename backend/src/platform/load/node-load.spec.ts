import type { DataSource } from 'typeorm';
import { createLogger } from '../logging.js';
import { PATIENCE_MS, type Waiting, NodeLoad } from './node-load.js';

const EVERY_MS = 20;
const pool = { waitingCount: 0 };
let load: NodeLoad;
let nowMs: number;

beforeEach(() => {
  jest.useFakeTimers();
  pool.waitingCount = 0;
  load = loadWith({ rateLimits: true });
  nowMs = performance.now();
});
afterEach(() => {
  load.onModuleDestroy();
  jest.useRealTimers();
});

function loadWith(config: { rateLimits: boolean }): NodeLoad {
  const database = { driver: { master: pool } } as unknown as DataSource;
  return new NodeLoad(config, database, createLogger('silent'));
}

/** Lets time pass in turns of the event loop that end so late. */
function pass(ms: number, lagMs = 0): void {
  for (const end = nowMs + ms; nowMs < end;) {
    nowMs += EVERY_MS + lagMs;
    load.sample(nowMs);
  }
}

const refused = (): Waiting[] =>
  (Object.keys(PATIENCE_MS) as Waiting[]).filter((waiting) => load.refuses(waiting));

it('refuses lists and sign-ups after a second of slow turns, and receipts after two', () => {
  pass(5_000);
  expect(refused()).toEqual([]);
  pass(1_000, 110);
  expect(refused()).toEqual([]);
  pass(200, 110);
  expect(refused()).toEqual(['read', 'signUp']);
  pass(1_000, 110);
  expect(refused()).toEqual(['read', 'signUp', 'receipt']);
});

it('accepts everything again after one good moment', () => {
  pass(5_000, 110);
  pass(EVERY_MS);
  expect(refused()).toEqual([]);
});

it('refuses nothing after a single pause, however long: nobody waits any more', () => {
  pass(EVERY_MS, 60_000);
  expect(refused()).toEqual([]);
  pass(EVERY_MS);
  expect(refused()).toEqual([]);
});

it('is behind while more requests than connections wait for the database', () => {
  pool.waitingCount = 12;
  pass(5_000);
  expect(refused()).toEqual([]);
  pool.waitingCount = 13;
  pass(1_100);
  expect(refused()).toEqual(['read', 'signUp']);
});

it('is behind while a queue that another part adds is too long', () => {
  let waiting = 0;
  load.watch({ name: 'turns', read: () => waiting, limit: 100 });
  waiting = 100;
  pass(5_000);
  expect(refused()).toEqual([]);
  waiting = 101;
  pass(1_100);
  expect(refused()).toEqual(['read', 'signUp']);
});

it('refuses nothing while load tests have switched the limits off', () => {
  load.onModuleDestroy();
  load = loadWith({ rateLimits: false });
  pass(5_000, 110);
  expect(refused()).toEqual([]);
});
