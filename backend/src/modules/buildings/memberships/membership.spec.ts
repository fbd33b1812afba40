import type { MembershipRole, MembershipStatus } from '../../../contract/http.js';
import type { ChangeMember, ChangeOwnMembership } from '../buildings.dto.js';
import type { MembershipRow } from '../buildings.entities.js';
import { changeInvited, changeMember, changeOwn } from './membership.js';

const JOINED = new Date('2026-01-01T08:00:00Z');
const ENDED = new Date('2026-02-01T08:00:00Z');
const NOW = new Date('2026-03-01T08:00:00Z');

const KARL = { name: 'Karl Ek', apartment: '1301' };

const membership = (status: MembershipStatus, endedBy: string | null = null): MembershipRow => ({
  id: 'm',
  userId: 'karl',
  buildingId: 'b',
  role: 'resident',
  status,
  maySend: true,
  pauseReason: null,
  remindedAt: null,
  name: 'Karl Ek',
  entrance: null,
  apartment: '1301',
  requestedEntrance: null,
  requestedApartment: null,
  createdAt: JOINED,
  activeSince: JOINED,
  endedAt: status === 'revoked' ? ENDED : null,
  endedBy,
});

it.each<[string, MembershipRow, ChangeMember, Partial<MembershipRow>]>([
  ['approves', membership('pending'), { status: 'active' }, { status: 'active', activeSince: NOW }],
  [
    'removes',
    membership('active'),
    { status: 'revoked' },
    { status: 'revoked', endedAt: NOW, endedBy: 'anna' },
  ],
  [
    'undoes the removal',
    membership('revoked', 'anna'),
    { status: 'active' },
    { status: 'active', activeSince: NOW, endedAt: null, endedBy: null },
  ],
  [
    'keeps the status',
    membership('active'),
    { status: 'active', role: 'manager' },
    { role: 'manager' },
  ],
  ['pauses', membership('active'), { maySend: false }, { maySend: false }],
  ['removes once', membership('revoked'), { status: 'revoked' }, {}],
  [
    'refuses who has left while they waited',
    membership('revoked'),
    { status: 'revoked', seen: KARL },
    { endedBy: 'karl' },
  ],
  ['refuses once', membership('revoked', 'lisa'), { status: 'revoked', seen: KARL }, {}],
])('%s', (_case, known, change, expected) => {
  expect(changeMember(known, change, 'anna', NOW)).toEqual({ ...known, ...expected });
});

describe('an approval of what the manager has seen', () => {
  const waiting = { ...membership('pending'), entrance: 'B' };
  const approve = (known: MembershipRow, seen: ChangeMember['seen']) =>
    changeMember(known, { status: 'active', seen }, 'anna', NOW);
  const KARL_IN_B = { ...KARL, entrance: 'B' };

  it.each<[string, MembershipRow, NonNullable<ChangeMember['seen']>]>([
    ['is made', waiting, KARL_IN_B],
    ['needs no entrance', membership('pending'), KARL],
    ['knows an older name that was not tidied', { ...waiting, name: ' Karl\u200b Ek' }, KARL_IN_B],
  ])('%s', (_case, known, seen) => {
    expect(approve(known, seen)).toEqual({
      ...known,
      status: 'active',
      activeSince: NOW,
      endedBy: null,
    });
  });

  it.each([{ name: 'Karl E' }, { entrance: undefined }, { entrance: 'b' }, { apartment: '1302' }])(
    'is refused after another %j',
    (change) => {
      expect(() => approve(waiting, { ...KARL_IN_B, ...change })).toThrow('membership.not_as_seen');
    },
  );
});

describe('a personal invitation', () => {
  const manager = { ...membership('active'), role: 'manager' } as const;
  const waiting = membership('pending');

  it.each<[string, MembershipRow, MembershipRole, Partial<MembershipRow>]>([
    ['lets in who waits', waiting, 'resident', { status: 'active', activeSince: NOW }],
    [
      'lets in who waits as a manager',
      waiting,
      'manager',
      { status: 'active', activeSince: NOW, role: 'manager' },
    ],
    [
      'takes no role from who waits',
      { ...manager, status: 'pending' },
      'resident',
      { status: 'active', activeSince: NOW },
    ],
    ['makes a manager of a resident', membership('active'), 'manager', { role: 'manager' }],
  ])('%s', (_case, known, invitedAs, expected) => {
    expect(changeInvited(known, invitedAs, NOW)).toEqual({ ...known, ...expected });
  });

  it.each<[string, MembershipRow, MembershipRole]>([
    ['a resident', membership('active'), 'resident'],
    ['a manager', manager, 'manager'],
    ['a manager, by one for a resident', manager, 'resident'],
  ])('brings nothing to %s', (_case, known, invitedAs) => {
    expect(changeInvited(known, invitedAs, NOW)).toBeUndefined();
  });
});

it.each<[string, MembershipRow, ChangeMember]>([
  ['a member who left', membership('revoked'), { status: 'active' }],
  ['a member whom another manager removed', membership('revoked', 'lisa'), { status: 'active' }],
  ['the role of a former member', membership('revoked', 'anna'), { role: 'manager' }],
  ['the rights of a former member', membership('revoked', 'anna'), { maySend: true }],
])('refuses to bring back or change %s', (_case, known, change) => {
  expect(() => changeMember(known, change, 'anna', NOW)).toThrow('membership.has_left');
});

it('keeps a manager without a home a manager', () => {
  const elsewhere = { ...membership('active'), role: 'manager' as const, apartment: '' };
  const change = (changed: ChangeMember) => changeMember(elsewhere, changed, 'anna', NOW);
  expect(() => change({ role: 'resident' })).toThrow('membership.home_missing');
  expect(change({ status: 'revoked' })).toMatchObject({ status: 'revoked', role: 'manager' });
});

const member = (
  role: MembershipRole = 'resident',
  status: MembershipStatus = 'active',
  requestedApartment: string | null = null,
) =>
  ({
    id: 'm',
    role,
    status,
    name: 'Karl Ek',
    entrance: 'A',
    apartment: '1301',
    requestedEntrance: null,
    requestedApartment,
  }) as MembershipRow;

const at = (entrance: string | null, apartment: string) => ({ entrance, apartment });
const requested = (requestedEntrance: string | null, requestedApartment: string | null) => ({
  requestedEntrance,
  requestedApartment,
});

it.each<[string, MembershipRow, ChangeOwnMembership, Partial<MembershipRow>]>([
  ['renames at once', member(), { name: 'Kalle' }, { name: 'Kalle' }],
  ['requests an apartment', member(), { apartment: '1302' }, requested('A', '1302')],
  ['spells the same entrance anew', member(), { entrance: 'uppg. a' }, at('uppg. a', '1301')],
  ['requests no entrance', member(), { entrance: '' }, requested(null, '1301')],
  [
    'replaces a request',
    member('resident', 'active', '1302'),
    { entrance: 'B' },
    requested('B', '1302'),
  ],
  ['keeps a request', member('resident', 'active', '1302'), { name: 'Karl Ek' }, {}],
  [
    'withdraws a request',
    member('resident', 'active', '1302'),
    at('A', '1301') as ChangeOwnMembership,
    requested(null, null),
  ],
  ['moves a manager', member('manager'), { apartment: '1302' }, at('A', '1302')],
  ['moves who waits', member('manager', 'pending'), { entrance: 'B' }, at('B', '1301')],
])('%s', (_case, known, change, expected) => {
  expect(changeOwn(known, change)).toEqual({ ...known, ...expected });
});
