import type { CommittedChange } from '../stream/committed-changes.js';
import type { StreamSlice } from '../stream/stream-reader.repository.js';
import { isFirst, isOther, isRolledBack, NEW_FLOW, takeCommitted, type Flow } from './flow.js';

const at = new Date('2026-11-21T12:00:00.000Z');
const later = new Date(at.getTime() + 1);
const emitted = { ...NEW_FLOW, emitted: 7, epoch: 'e', at: at.getTime() };
const slice = (change: Partial<StreamSlice>) =>
  ({ head: 7, afterAt: at, ...change }) as StreamSlice;

it('is the first stream of a building that had none when this node began to follow it', () => {
  expect(isFirst({ ...NEW_FLOW, emitted: 0 })).toBe(true);
  expect(isFirst(NEW_FLOW)).toBe(false);
  expect(isFirst({ ...NEW_FLOW, emitted: 1 })).toBe(false);
  expect(isFirst({ ...NEW_FLOW, emitted: 0, epoch: 'e' })).toBe(false);
});

it.each<[string, Partial<StreamSlice>, boolean]>([
  ['goes on', {}, false],
  ['has more', { head: 8 }, false],
  ['has less', { head: 6 }, true],
  ['has another event at this place', { afterAt: later }, true],
  ['has no event at this place any more', { afterAt: null }, false],
])('a stream that %s: rolled back is %j', (_, change, is) => {
  expect(isRolledBack(emitted, slice(change))).toBe(is);
});

it('is not rolled back before anything was emitted', () => {
  expect(isRolledBack(NEW_FLOW, slice({ head: 0 }))).toBe(false);
});

it('is another event only when both times are known', () => {
  expect(isOther(undefined, at)).toBe(false);
  expect(isOther(at.getTime(), undefined)).toBe(false);
  expect(isOther(at.getTime(), later)).toBe(true);
});

const members = { userIds: new Set(['karl']), version: 'one' };
const flow = (committed: Partial<CommittedChange>): Flow => ({
  ...NEW_FLOW,
  emitted: 4,
  epoch: 'a',
  members,
  committed: {
    buildingId: 'building',
    epoch: 'a',
    head: 5,
    afterAt: null,
    events: [{ seq: 5, kind: 'raised', record: {} as never, at: '' }],
    names: {},
    memberVersion: 'one',
    savedAtMs: performance.now(),
    ...committed,
  },
});

it('the very next events are taken, once', () => {
  const next = flow({});
  expect(takeCommitted(next)?.head).toBe(5);
  expect(takeCommitted(next)).toBeUndefined();
});

it.each<[string, Partial<CommittedChange>]>([
  ['later events', { events: [{ seq: 6, kind: 'raised', record: {} as never, at: '' }] }],
  ['events of another epoch', { epoch: 'b' }],
  ['events that were saved for other members', { memberVersion: 'two' }],
  ['events of a building without a known state of its members', { memberVersion: null }],
  ['events that were committed a while ago', { savedAtMs: performance.now() - 501 }],
])('%s are not taken, so the pump reads', (_what, committed) => {
  expect(takeCommitted(flow(committed))).toBeUndefined();
});

it.each([
  [false, 'during', 1],
  [true, 'before', -1],
])('is taken (%s) when a removal was signalled %s its save', (isTaken, _when, ms) => {
  const next = flow({});
  const savedAtMs = next.committed?.savedAtMs ?? 0;
  expect(takeCommitted(next, savedAtMs + ms) !== undefined).toBe(isTaken);
});

it('nothing is taken before the first read of the members', () => {
  expect(takeCommitted({ ...flow({ memberVersion: null }), members: undefined })).toBeUndefined();
});
