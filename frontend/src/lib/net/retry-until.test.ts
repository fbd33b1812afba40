import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './http.js';
import { retryUntil } from './retry-until.js';

const unreachable = new ApiError(0, 'network.unreachable', '');
const refused = new ApiError(404, 'alarm.not_found', '');
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const notOver = () => false;

const attempt = vi.fn<() => Promise<string>>();

beforeEach(() => {
  vi.useFakeTimers();
  attempt.mockReset().mockRejectedValue(unreachable);
});

it('returns the value of the first attempt when it succeeds', async () => {
  attempt.mockResolvedValue('done');
  await expect(retryUntil(attempt, { isOver: notOver })).resolves.toBe('done');
  expect(attempt).toHaveBeenCalledTimes(1);
});

it('tries again two seconds after each failure until an attempt succeeds', async () => {
  const result = retryUntil(attempt, { isOver: notOver });
  await pass(1_999);
  expect(attempt).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(attempt).toHaveBeenCalledTimes(2);
  attempt.mockResolvedValue('done');
  await pass(2_000);
  await expect(result).resolves.toBe('done');
  await pass(60_000);
  expect(attempt).toHaveBeenCalledTimes(3);
});

it('counts the delay from the end of an attempt, so that two never overlap', async () => {
  attempt.mockImplementation(
    () => new Promise((_, reject) => setTimeout(() => reject(unreachable), 5_000)),
  );
  void retryUntil(attempt, { isOver: notOver });
  await pass(6_999);
  expect(attempt).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(attempt).toHaveBeenCalledTimes(2);
});

it('waits for the given delay', async () => {
  void retryUntil(attempt, { isOver: notOver, delayMs: 500 });
  await pass(500);
  expect(attempt).toHaveBeenCalledTimes(2);
});

it('takes each delay from a function of the number of failures', async () => {
  void retryUntil(attempt, { isOver: notOver, delayMs: (failures) => failures * 1_000 });
  await pass(1_000);
  expect(attempt).toHaveBeenCalledTimes(2);
  await pass(1_999);
  expect(attempt).toHaveBeenCalledTimes(2);
  await pass(1);
  expect(attempt).toHaveBeenCalledTimes(3);
});

it('returns undefined without another attempt once it is over', async () => {
  let over = false;
  const result = retryUntil(attempt, { isOver: () => over });
  await pass(1_000);
  over = true;
  await pass(1_000);
  await expect(result).resolves.toBeUndefined();
  expect(attempt).toHaveBeenCalledTimes(1);
});

it('makes the first attempt even when it is over', async () => {
  attempt.mockResolvedValue('done');
  await expect(retryUntil(attempt, { isOver: () => true })).resolves.toBe('done');
});

it('throws a final refusal at once', async () => {
  const onFailure = vi.fn();
  attempt.mockRejectedValueOnce(unreachable).mockRejectedValue(refused);
  const result = expect(retryUntil(attempt, { isOver: notOver, onFailure })).rejects.toBe(refused);
  await pass(2_000);
  await result;
  expect(onFailure.mock.calls).toEqual([[unreachable]]);
  await pass(60_000);
  expect(attempt).toHaveBeenCalledTimes(2);
});

it('reports each temporary failure', async () => {
  const onFailure = vi.fn();
  void retryUntil(attempt, { isOver: notOver, onFailure });
  await pass(4_000);
  expect(onFailure.mock.calls).toEqual([[unreachable], [unreachable], [unreachable]]);
});
