import type { ErrorCode } from '@contract/errors';
import { beforeEach, expect, it } from 'vitest';
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

it.each([150, 2_500])('comes back once, when the node has room in %i ms', async (roomInMs) => {
  transport.byHttp.mockRejectedValueOnce(refusal('alarm.busy', roomInMs));
  transport.byHttp.mockResolvedValue(answer);
  start();
  await pass(roomInMs - 1);
  expect(transport.byHttp).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(transport.byHttp).toHaveBeenCalledTimes(2);
  expect(transport.byHttp.mock.lastCall?.[0].alarmId).toBe('press-1');
  expect(last()).toEqual({ phase: 'sent', answer });
});

it('shows within 3 s that the alarm is not sent while it waits for a node to have room', async () => {
  transport.byHttp.mockRejectedValueOnce(refusal('alarm.busy', 4_500));
  transport.byHttp.mockResolvedValue(answer);
  start();
  await pass(2_900);
  expect(last()).toEqual({ phase: 'sending', trouble: 'not_kept' });
  await pass(1_600);
  expect(last()).toEqual({ phase: 'sent', answer });
});

it('asks every ten seconds when a node has no room for longer', async () => {
  transport.byHttp.mockImplementation(() => Promise.reject(refusal('alarm.busy', 3_600_000)));
  start();
  await pass(59_900);
  expect(transport.byHttp).toHaveBeenCalledTimes(6);
  await pass(200);
  expect(last()).toEqual({ phase: 'failed' });
});

it.each(AGAIN)('stays within the limit of its user, also with a second tab: %s', async (code) => {
  transport.byHttp.mockImplementation(() => Promise.reject(refusal(code)));
  start();
  await pass(10_000);
  // The server refuses the 61st request within 10 s for good.
  expect(transport.byHttp.mock.calls.length).toBeLessThanOrEqual(30);
});
