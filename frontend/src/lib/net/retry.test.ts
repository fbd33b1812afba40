import type { ErrorCode } from '@contract/errors';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './http.js';
import { isFinal, retryUntil } from './retry.js';

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

it.each<[number, ErrorCode | 'network.unreachable', boolean]>([
  [400, 'request.invalid', true],
  [403, 'building.not_a_member', true],
  [404, 'alarm.not_found', true],
  [409, 'alarm.id_taken', true],
  [429, 'alarm.rate_limited', true],
  [429, 'auth.too_many_attempts', false],
  [401, 'auth.required', false],
  [408, 'alarm.not_found', false],
  [500, 'system.unavailable', false],
  [503, 'alarm.not_kept', false],
  [503, 'system.busy', false],
  [503, 'alarm.busy', false],
  [0, 'network.unreachable', false],
  [399, 'alarm.not_found', false],
])('%i %s is final: %s', (status, code, expected) => {
  expect(isFinal(new ApiError(status, code, ''))).toBe(expected);
});

it('is false for anything that is not an answer of the server', () => {
  expect(isFinal(new TypeError('network'))).toBe(false);
  expect(isFinal({ status: 404, code: 'alarm.not_found' })).toBe(false);
  expect(isFinal(undefined)).toBe(false);
});
