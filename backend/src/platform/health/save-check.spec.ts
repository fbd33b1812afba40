import type { DataSource } from 'typeorm';
import { createLogger } from '../logging.js';
import type { NodeState } from '../node-state.js';
import { SaveCheck } from './save-check.js';

const database = { isInitialized: false };

function checkOf(prove: () => Promise<void>): SaveCheck {
  const check = new SaveCheck(database as DataSource, createLogger('silent'), {
    record: () => undefined,
  } as unknown as NodeState);
  check.register(prove);
  return check;
}

afterEach(() => jest.useRealTimers());

it('succeeds as soon as the node has started, although it was asked before', async () => {
  database.isInitialized = false;
  const check = checkOf(() => Promise.resolve());
  await expect(check.succeeds()).resolves.toBe(false);
  database.isInitialized = true;
  await expect(check.succeeds()).resolves.toBe(true);
});

it('costs one write a second, however often it is asked', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  database.isInitialized = true;
  const prove = jest.fn(() => Promise.resolve());
  const check = checkOf(prove);
  await Promise.all([check.succeeds(), check.succeeds()]);
  jest.advanceTimersByTime(999);
  await check.succeeds();
  expect(prove).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1);
  await check.succeeds();
  expect(prove).toHaveBeenCalledTimes(2);
});
