import type { DataSource } from 'typeorm';
import { createLogger } from '../logging.js';
import type { NodeState } from '../node-state.js';
import { WriteProof } from './write-proof.js';

const database = { isInitialized: false };

function proofOf(prove: () => Promise<void>): WriteProof {
  const proof = new WriteProof(database as DataSource, createLogger('silent'), {
    record: () => undefined,
  } as unknown as NodeState);
  proof.register(prove);
  return proof;
}

afterEach(() => jest.useRealTimers());

it('is proved as soon as the node has started, although it was asked before', async () => {
  database.isInitialized = false;
  const proof = proofOf(() => Promise.resolve());
  await expect(proof.succeeds()).resolves.toBe(false);
  database.isInitialized = true;
  await expect(proof.succeeds()).resolves.toBe(true);
});

it('costs one write a second, however often it is asked', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  database.isInitialized = true;
  const prove = jest.fn(() => Promise.resolve());
  const proof = proofOf(prove);
  await Promise.all([proof.succeeds(), proof.succeeds()]);
  jest.advanceTimersByTime(999);
  await proof.succeeds();
  expect(prove).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1);
  await proof.succeeds();
  expect(prove).toHaveBeenCalledTimes(2);
});
