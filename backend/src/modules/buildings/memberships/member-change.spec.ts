import type { MembershipStatus } from '../../../contract/http.js';
import { changeMember, type MemberChange } from './member-change.js';
import type { Membership } from './membership.entity.js';

const JOINED = new Date('2026-01-01T08:00:00Z');
const ENDED = new Date('2026-02-01T08:00:00Z');
const NOW = new Date('2026-03-01T08:00:00Z');

const membership = (status: MembershipStatus, endedBy: string | null = null): Membership => ({
  id: 'm',
  userId: 'karl',
  buildingId: 'b',
  role: 'resident',
  status,
  maySend: true,
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

it.each<[string, Membership, MemberChange, Partial<Membership>]>([
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
])('%s', (_case, known, change, expected) => {
  expect(changeMember(known, change, 'anna', NOW)).toEqual({ ...known, ...expected });
});

it.each<[string, Membership, MemberChange]>([
  ['a member who left', membership('revoked'), { status: 'active' }],
  ['a member whom another manager removed', membership('revoked', 'lisa'), { status: 'active' }],
  ['the role of a former member', membership('revoked', 'anna'), { role: 'manager' }],
  ['the rights of a former member', membership('revoked', 'anna'), { maySend: true }],
])('refuses to bring back or change %s', (_case, known, change) => {
  expect(() => changeMember(known, change, 'anna', NOW)).toThrow('membership.has_left');
});
