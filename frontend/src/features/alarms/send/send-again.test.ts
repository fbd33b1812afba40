import type { ErrorCode } from '@contract/errors';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  answer,
  beginSending,
  last,
  pass,
  refusal,
  reported,
  start,
  transport,
} from '../testing/sending.js';

/** Refusals after which the tab asks again before its next turn. */
const AGAIN: ErrorCode[] = ['system.restarting', 'alarm.busy'];

beforeEach(beginSending);

it('asks another node at once and shows no failure when a node restarts', async () => {
  transport.byHttp.mockRejectedValueOnce(refusal('system.restarting'));
  transport.byHttp.mockResolvedValue(answer);
  start();
  await pass(300);
  expect(reported).toEqual([{ phase: 'sending' }, { phase: 'sent', answer }]);
});

it.each(AGAIN)('shows within 3 s that the alarm is not sent meanwhile: %s', async (code) => {
  transport.byHttp.mockImplementation(() => Promise.reject(refusal(code)));
  start();
  await pass(1_500);
  expect(last()).toEqual({ phase: 'sending' });
  await pass(1_400);
  expect(last()).toEqual({ phase: 'sending', trouble: 'not_kept' });
  transport.byHttp.mockResolvedValue(answer);
  await pass(1_000);
  expect(last()).toEqual({ phase: 'sent', answer });
});

it.each([
  [0, 200],
  [1, 600],
])('asks a node without room again by itself, at random %f after %i ms', async (random, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  transport.byHttp.mockRejectedValueOnce(refusal('alarm.busy')).mockResolvedValue(answer);
  start();
  await pass(ms - 1);
  expect(transport.byHttp).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(reported).toEqual([{ phase: 'sending' }, { phase: 'sent', answer }]);
  expect(transport.byHttp.mock.lastCall?.[0].alarmId).toBe('press-1');
});

it.each(AGAIN)('stays within the limit of its user, also with a second tab: %s', async (code) => {
  transport.byHttp.mockImplementation(() => Promise.reject(refusal(code)));
  start();
  await pass(10_000);
  // The server refuses the 61st request within 10 s for good.
  expect(transport.byHttp.mock.calls.length).toBeLessThanOrEqual(30);
});
