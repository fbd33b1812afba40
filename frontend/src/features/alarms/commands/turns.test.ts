import { expect, it, vi } from 'vitest';
import { recordEvent, recordResponse, recordSync } from '../feed/feed-store.js';
import { makeAlarm, makeEvent, makeSync, NOW } from '../testing/fixtures.js';
import { sendResponse } from './alarms-api.js';
import { responses } from './outbox.js';

vi.mock('./alarms-api.js', () => ({
  sendAmendment: vi.fn(),
  sendMute: vi.fn(),
  sendResponse: vi.fn(() => new Promise(() => undefined)),
}));

it('a response has a higher turn than the one that the person sees, and than the one before', () => {
  const { buildingId, id } = makeAlarm();
  recordSync(makeSync({ reset: true, active: [makeAlarm()] }));
  const aheadMs = NOW + 3_600_000;
  const seen = { alarmId: id, response: 'safe', at: '', turn: aheadMs } as const;
  recordResponse(seen);
  responses.submit({ id, buildingId }, { response: 'need_help' });
  responses.submit({ id, buildingId }, { response: 'coming' });
  const turns = vi.mocked(sendResponse).mock.calls.map(([, { turn }]) => turn);
  expect(turns).toEqual([aheadMs + 1, aheadMs + 2]);
});

it('a response after a sleep has a higher turn than those of other devices meanwhile', () => {
  vi.useFakeTimers({ now: NOW });
  const { buildingId, id } = makeAlarm();
  const syncedMs = NOW + 7_200_000;
  recordSync(makeSync({ reset: true, serverNow: new Date(syncedMs).toISOString() }));
  // While the machine sleeps, `performance.now()` stands still.
  vi.setSystemTime(NOW + 600_000);
  // An event from before the sleep may come after it.
  recordEvent({ ...makeEvent(1), serverNow: new Date(syncedMs + 1_000).toISOString() });
  responses.submit({ id, buildingId }, { response: 'need_help' });
  expect(sendResponse).toHaveBeenLastCalledWith(id, {
    response: 'need_help',
    turn: syncedMs + 600_000,
  });
});
