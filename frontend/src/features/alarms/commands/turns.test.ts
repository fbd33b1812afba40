import { expect, it, vi } from 'vitest';
import { recordResponse, recordSync } from '../feed/feed-store.js';
import { makeAlarm, makeSync, NOW } from '../testing/fixtures.js';
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
