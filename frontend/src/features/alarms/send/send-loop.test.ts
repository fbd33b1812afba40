import type { RaiseResult } from '@contract/alarm';
import { ERRORS, type ErrorCode } from '@contract/errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/net/http.js';
import {
  answer,
  beginSending,
  last,
  never,
  pass,
  refusal,
  reported,
  start,
  transport,
  unreachable,
} from '../testing/sending.js';

beforeEach(beginSending);

describe('sending an alarm', () => {
  it('reports `sent` only after the server’s reply', async () => {
    let keep: (answer: RaiseResult) => void = () => undefined;
    transport.byHttp.mockImplementation(() => new Promise((resolve) => (keep = resolve)));
    start();
    expect(last()).toEqual({ phase: 'sending' });
    await pass(900);
    expect(reported).toEqual([{ phase: 'sending' }]);
    keep(answer);
    await pass(0);
    expect(last()).toEqual({ phase: 'sent', answer });
    await pass(120_000);
    expect(transport.byHttp).toHaveBeenCalledTimes(1);
  });

  it.each([undefined, {}])('goes on when a network answers with the success %j', async (theirs) => {
    transport.byHttp.mockResolvedValueOnce(theirs as never);
    start();
    await pass(999);
    expect(last()).toEqual({ phase: 'sending' });
    transport.byHttp.mockResolvedValue(answer);
    await pass(1);
    expect(last()).toEqual({ phase: 'sent', answer });
  });

  it('tries every second with the same id', async () => {
    transport.byHttp.mockImplementation(() => Promise.reject(unreachable()));
    start();
    await pass(5_500);
    expect(transport.byHttp).toHaveBeenCalledTimes(6);
    const ids = transport.byHttp.mock.calls.map(([sent]) => sent.alarmId);
    expect(new Set(ids)).toEqual(new Set(['press-1']));
    transport.byHttp.mockResolvedValue(answer);
    await pass(1_000);
    expect(last()).toEqual({ phase: 'sent', answer });
  });

  it('uses the socket while it is up, and HTTP beside it once it owes an answer for 300 ms', async () => {
    transport.socketIsUp.mockReturnValue(true);
    start();
    await pass(299);
    expect(transport.bySocket).toHaveBeenCalledTimes(1);
    expect(transport.byHttp).not.toHaveBeenCalled();
    transport.byHttp.mockResolvedValue(answer);
    await pass(1);
    expect(transport.bySocket).toHaveBeenCalledTimes(1);
    expect(transport.byHttp.mock.lastCall?.[0].alarmId).toBe('press-1');
    expect(last()).toEqual({ phase: 'sent', answer });
  });

  it('has two requests under way for two seconds, because the server refuses a third', async () => {
    transport.socketIsUp.mockReturnValue(true);
    start();
    await pass(1_999);
    expect(transport.byHttp).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(transport.byHttp).toHaveBeenCalledTimes(2);
  });

  it('tries again after a second when HTTP failed beside the socket', async () => {
    transport.socketIsUp.mockReturnValue(true);
    transport.byHttp.mockRejectedValueOnce(unreachable());
    start();
    await pass(999);
    expect(transport.byHttp).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(transport.byHttp).toHaveBeenCalledTimes(2);
  });

  it('sends nothing over HTTP when the socket answers in time', async () => {
    transport.socketIsUp.mockReturnValue(true);
    transport.bySocket.mockImplementation(
      () => new Promise((resolve) => setTimeout(() => resolve(answer), 299)),
    );
    start();
    await pass(60_000);
    expect(last()).toEqual({ phase: 'sent', answer });
    expect(transport.byHttp).not.toHaveBeenCalled();
  });

  it('uses the socket again after it failed, without HTTP beside it', async () => {
    transport.socketIsUp.mockReturnValue(true);
    transport.bySocket.mockRejectedValueOnce(new Error('no answer'));
    start();
    await pass(1_000);
    expect(transport.bySocket).toHaveBeenCalledTimes(2);
    expect(transport.byHttp).not.toHaveBeenCalled();
  });

  it('reports nothing that the socket says after HTTP has sent the alarm', async () => {
    let say: (answer: RaiseResult) => void = () => undefined;
    transport.socketIsUp.mockReturnValue(true);
    transport.bySocket.mockImplementation(() => new Promise((resolve) => (say = resolve)));
    transport.byHttp.mockResolvedValue(answer);
    start();
    await pass(300);
    say({ ...answer, merged: true });
    await pass(1_000);
    expect(reported).toEqual([{ phase: 'sending' }, { phase: 'sent', answer }]);
  });

  it('reports no trouble of a request that failed after the sending was stopped', async () => {
    let fail: (error: Error) => void = () => undefined;
    transport.byHttp.mockImplementation(() => new Promise((_, reject) => (fail = reject)));
    start()();
    fail(unreachable());
    await pass(0);
    expect(reported).toEqual([{ phase: 'sending' }]);
  });

  it('tries no other time after a busy node’s answer came when the sending was stopped', async () => {
    let fail: (error: Error) => void = () => undefined;
    transport.byHttp.mockImplementation(() => new Promise((_, reject) => (fail = reject)));
    start()();
    fail(refusal('alarm.busy', 500));
    await pass(60_000);
    expect(transport.byHttp).toHaveBeenCalledTimes(1);
    expect(reported).toEqual([{ phase: 'sending' }]);
  });

  it('sends nothing over HTTP after it was stopped while the socket owed an answer', async () => {
    transport.socketIsUp.mockReturnValue(true);
    start()();
    await pass(1_000);
    expect(transport.byHttp).not.toHaveBeenCalled();
  });

  it('reports after four seconds that it takes long', async () => {
    start();
    await pass(3_900);
    expect(reported).toEqual([{ phase: 'sending' }]);
    await pass(200);
    expect(last()).toEqual({ phase: 'sending', trouble: 'slow' });
  });

  it('reports at once that there is no connection, and goes on trying', async () => {
    transport.isOnline.mockReturnValue(false);
    transport.byHttp.mockImplementation(() => Promise.reject(unreachable()));
    start();
    expect(last()).toEqual({ phase: 'sending', trouble: 'offline' });
    await pass(10_000);
    expect(last()).toEqual({ phase: 'sending', trouble: 'offline' });
    expect(transport.byHttp.mock.calls.length).toBeGreaterThan(9);
  });

  it.each([refusal('alarm.not_kept'), new ApiError(500, 'system.failed', 'Något gick fel.')])(
    'reports at once that the server did not save it ($status), and goes on',
    async (error) => {
      transport.byHttp.mockImplementation(() => Promise.reject(error));
      start();
      await pass(0);
      expect(last()).toEqual({ phase: 'sending', trouble: 'not_kept' });
      transport.byHttp.mockResolvedValue(answer);
      await pass(1_000);
      expect(last()).toEqual({ phase: 'sent', answer });
    },
  );

  it('gives up after a minute and never sends later', async () => {
    const signals: AbortSignal[] = [];
    transport.byHttp.mockImplementation((_press, signal) => {
      signals.push(signal);
      return never();
    });
    start();
    await pass(59_900);
    expect(last()).toEqual({ phase: 'sending', trouble: 'slow' });
    await pass(200);
    expect(last()).toEqual({ phase: 'failed' });
    const calls = transport.byHttp.mock.calls.length;
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    transport.socketIsUp.mockReturnValue(true);
    await pass(600_000);
    expect(transport.byHttp).toHaveBeenCalledTimes(calls);
    expect(transport.bySocket).not.toHaveBeenCalled();
    expect(last()).toEqual({ phase: 'failed' });
  });

  it('sends nothing later when it failed offline and the network is back', async () => {
    transport.isOnline.mockReturnValue(false);
    transport.byHttp.mockRejectedValue(unreachable());
    start();
    await pass(61_000);
    expect(last()).toEqual({ phase: 'failed' });
    const calls = transport.byHttp.mock.calls.length;
    transport.isOnline.mockReturnValue(true);
    transport.socketIsUp.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await pass(600_000);
    expect(transport.byHttp).toHaveBeenCalledTimes(calls);
    expect(transport.bySocket).not.toHaveBeenCalled();
    expect(last()).toEqual({ phase: 'failed' });
  });

  it.each<ErrorCode>([
    'alarm.rate_limited',
    'alarm.sending_paused',
    'building.not_a_member',
    'alarm.id_taken',
    'request.invalid',
  ])('does not repeat a press that was refused with %s, and reports its message', async (code) => {
    transport.socketIsUp.mockReturnValue(true);
    transport.bySocket.mockRejectedValue(refusal(code));
    start();
    await pass(10_000);
    expect(last()).toEqual({ phase: 'refused', message: ERRORS[code].message });
    expect(transport.bySocket).toHaveBeenCalledTimes(1);
    expect(transport.byHttp).not.toHaveBeenCalled();
  });

  it('switches to HTTP when the socket’s token has expired', async () => {
    transport.socketIsUp.mockReturnValueOnce(true);
    transport.bySocket.mockRejectedValue(refusal('auth.required'));
    transport.byHttp.mockResolvedValue(answer);
    start();
    await pass(1_000);
    expect(last()).toEqual({ phase: 'sent', answer });
  });

  it('counts the minute from the press, also after a reload', async () => {
    start(Date.now() - 57_500);
    expect(last()).toEqual({ phase: 'sending', trouble: 'slow' });
    await pass(2_400);
    expect(last()).toMatchObject({ phase: 'sending' });
    const calls = transport.byHttp.mock.calls.length;
    await pass(1_000);
    expect(last()).toEqual({ phase: 'failed' });
    expect(transport.byHttp).toHaveBeenCalledTimes(calls);
  });

  it('sends nothing more when the machine slept until the minute was over', async () => {
    start();
    await pass(1_500);
    const calls = transport.byHttp.mock.calls.length;
    vi.setSystemTime(Date.now() + 600_000);
    await pass(1_000);
    expect(last()).toEqual({ phase: 'failed' });
    expect(transport.byHttp).toHaveBeenCalledTimes(calls);
  });

  it('gives up after a minute also when the clock was set back meanwhile', async () => {
    start();
    vi.setSystemTime(Date.now() - 86_400_000);
    await pass(61_000);
    expect(last()).toEqual({ phase: 'failed' });
  });

  it.each([
    ['a token that could not be renewed', refusal('auth.required')],
    ['the page of a proxy', unreachable()],
    ['a limit of all requests', refusal('request.rate_limited')],
  ])('does not treat %s as a refusal', async (_, error) => {
    transport.byHttp.mockRejectedValueOnce(error).mockResolvedValue(answer);
    start();
    await pass(0);
    expect(last()).toEqual({ phase: 'sending', trouble: error.status ? undefined : 'offline' });
    await pass(1_000);
    expect(last()).toEqual({ phase: 'sent', answer });
  });

  it('reports nothing after it was stopped', async () => {
    start()();
    await pass(120_000);
    expect(reported).toEqual([{ phase: 'sending' }]);
    expect(transport.byHttp).toHaveBeenCalledTimes(1);
  });
});
