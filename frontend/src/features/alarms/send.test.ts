import type { RaiseAnswer } from '@contract/alarm';
import { ERRORS, type ErrorCode } from '@contract/errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/http.js';
import { type Press, type Sending, type SendState, startSending } from './send.js';
import { makeAlarm } from './testing.js';

const press: Press = { buildingId: 'b', alarmId: 'press-1', type: 'fire' };
const answer: RaiseAnswer = {
  alarm: makeAlarm({ id: 'press-1' }),
  epoch: 'e',
  seq: 5,
  merged: false,
};
const refusal = (code: ErrorCode) => new ApiError(ERRORS[code].status, code, ERRORS[code].message);
const unreachable = () => new ApiError(0, 'network.unreachable', 'Servern svarar inte.');
const never = () => new Promise<RaiseAnswer>(() => undefined);

const transport = {
  socketIsUp: vi.fn(() => false),
  isOnline: vi.fn(() => true),
  bySocket: vi.fn(never),
  byHttp: vi.fn((_press: Press, _signal: AbortSignal) => never()),
};
let told: SendState[];
let sending: Sending;

const start = () => (sending = startSending(press, transport, (state) => told.push(state)));
const last = () => told.at(-1);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  transport.socketIsUp.mockReset().mockReturnValue(false);
  transport.isOnline.mockReset().mockReturnValue(true);
  transport.bySocket.mockReset().mockImplementation(never);
  transport.byHttp.mockReset().mockImplementation(never);
});

describe('sending an alarm', () => {
  it('says sent only after the server’s answer', async () => {
    let keep: (answer: RaiseAnswer) => void = () => undefined;
    transport.byHttp.mockImplementation(() => new Promise((resolve) => (keep = resolve)));
    start();
    expect(last()).toEqual({ phase: 'sending' });
    await pass(900);
    expect(told).toEqual([{ phase: 'sending' }]);
    keep(answer);
    await pass(0);
    expect(last()).toEqual({ phase: 'sent', answer });
    await pass(120_000);
    expect(transport.byHttp).toHaveBeenCalledTimes(1);
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

  it('uses the socket while it is up, and HTTP while the socket owes an answer', async () => {
    transport.socketIsUp.mockReturnValue(true);
    start();
    expect(transport.bySocket).toHaveBeenCalledTimes(1);
    expect(transport.byHttp).not.toHaveBeenCalled();
    transport.byHttp.mockResolvedValue(answer);
    await pass(1_000);
    expect(transport.bySocket).toHaveBeenCalledTimes(1);
    expect(last()).toEqual({ phase: 'sent', answer });
  });

  it('says after four seconds that it takes long', async () => {
    start();
    await pass(3_900);
    expect(told).toEqual([{ phase: 'sending' }]);
    await pass(200);
    expect(last()).toEqual({ phase: 'sending', trouble: 'slow' });
  });

  it('says at once that there is no connection, and goes on trying', async () => {
    transport.isOnline.mockReturnValue(false);
    transport.byHttp.mockImplementation(() => Promise.reject(unreachable()));
    start();
    expect(last()).toEqual({ phase: 'sending', trouble: 'offline' });
    await pass(10_000);
    expect(last()).toEqual({ phase: 'sending', trouble: 'offline' });
    expect(transport.byHttp.mock.calls.length).toBeGreaterThan(9);
  });

  it('says at once that the server did not keep it, and goes on trying', async () => {
    transport.byHttp.mockImplementation(() => Promise.reject(refusal('alarm.not_kept')));
    start();
    await pass(0);
    expect(last()).toEqual({ phase: 'sending', trouble: 'not_kept' });
    transport.byHttp.mockResolvedValue(answer);
    await pass(1_000);
    expect(last()).toEqual({ phase: 'sent', answer });
  });

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

  it.each<ErrorCode>([
    'alarm.rate_limited',
    'alarm.sending_paused',
    'building.not_a_member',
    'alarm.id_taken',
  ])('does not repeat what was refused with %s, and shows its words', async (code) => {
    transport.socketIsUp.mockReturnValue(true);
    transport.bySocket.mockRejectedValue(refusal(code));
    start();
    await pass(10_000);
    expect(last()).toEqual({ phase: 'refused', message: ERRORS[code].message });
    expect(transport.bySocket).toHaveBeenCalledTimes(1);
    expect(transport.byHttp).not.toHaveBeenCalled();
  });

  it('goes over to HTTP when the socket’s token is too old', async () => {
    transport.socketIsUp.mockReturnValueOnce(true);
    transport.bySocket.mockRejectedValue(refusal('auth.required'));
    transport.byHttp.mockResolvedValue(answer);
    start();
    await pass(1_000);
    expect(last()).toEqual({ phase: 'sent', answer });
  });

  it('believes the stream when the answer got lost', async () => {
    start();
    await pass(2_000);
    sending.confirm(makeAlarm({ id: 'somebody else’s' }));
    expect(last()).toEqual({ phase: 'sending' });
    sending.confirm(makeAlarm({ id: 'press-1' }));
    expect(last()).toMatchObject({ phase: 'sent', answer: { merged: false } });
    await pass(60_000);
    expect(last()).toMatchObject({ phase: 'sent' });
  });

  it('takes back that it was not sent when the stream shows that it was', async () => {
    start();
    await pass(61_000);
    expect(last()).toEqual({ phase: 'failed' });
    sending.confirm(makeAlarm({ id: 'press-1' }));
    expect(last()).toMatchObject({ phase: 'sent' });
  });

  it('is quiet after it was stopped', async () => {
    start();
    sending.stop();
    await pass(120_000);
    expect(told).toEqual([{ phase: 'sending' }]);
    expect(transport.byHttp).toHaveBeenCalledTimes(1);
  });
});
