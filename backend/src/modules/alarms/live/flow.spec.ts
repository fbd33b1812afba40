import type { Socket } from 'socket.io';
import type { StreamSlice } from '../stream/stream-reader.repository.js';
import {
  evictNonMembers,
  isFirst,
  isOther,
  isRolledBack,
  NEW_FLOW,
  receiptSpread,
} from './flow.js';

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

it.each([0, 250])('%i tabs send their receipts at once', (tabs) => {
  expect(receiptSpread(tabs)).toEqual({});
});

it.each([
  [251, 100],
  [1_000, 400],
  [5_000, 2_000],
  [50_000, 2_000],
])('%i tabs spread their receipts over %i ms', (tabs, receiptsWithinMs) => {
  expect(receiptSpread(tabs)).toEqual({ receiptsWithinMs });
});

describe('the sockets of a building', () => {
  const socketOf = (userId: string) => ({
    data: { actor: { userId } },
    leave: jest.fn(),
    emit: jest.fn(),
  });
  const membersOf = (...userIds: string[]) => ({ userIds: new Set(userIds), version: 'v' });
  const evict = (sockets: object[], members?: ReturnType<typeof membersOf>) =>
    evictNonMembers(sockets as Socket[], 'b', members);

  it('leave when their users are no members any more, and are told', () => {
    const [anna, karl] = [socketOf('anna'), socketOf('karl')];
    expect(evict([anna, karl], membersOf('anna'))).toEqual(['karl']);
    expect(karl.leave).toHaveBeenCalledWith('building:b');
    expect(karl.emit).toHaveBeenCalledWith('building:left', { buildingId: 'b' });
    expect(anna.leave).not.toHaveBeenCalled();
    expect(anna.emit).not.toHaveBeenCalled();
  });

  it('all leave while the members are unknown', () => {
    expect(evict([socketOf('anna'), socketOf('karl')])).toEqual(['anna', 'karl']);
  });

  it('are compared again when a user was removed, or when the members have changed', () => {
    const sockets = [socketOf('anna'), socketOf('karl')];
    const without = membersOf('anna');
    expect(evict(sockets, without)).toEqual(['karl']);
    expect(evict(sockets, without)).toEqual(['karl']);
    expect(evict(sockets, membersOf('anna', 'karl'))).toEqual([]);
    expect(evict(sockets, membersOf('anna'))).toEqual(['karl']);
  });

  it('are not compared again while nothing has changed', () => {
    const sockets = [socketOf('anna')];
    const members = membersOf('anna');
    expect(evict(sockets, members)).toEqual([]);
    members.userIds.delete('anna');
    expect(evict(sockets, members)).toEqual([]);
  });
});
