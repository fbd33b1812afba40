import { isStillEntitled, refusal, type Right } from './rights.js';

const STRANGER = 'building.not_a_member';
const RESIDENT = 'building.manager_required';
const membership = (role: 'resident' | 'manager', status: 'pending' | 'active' | 'revoked') => ({
  role,
  status,
});

it.each<[Right, string | undefined, string | undefined]>([
  ['building.read', undefined, STRANGER],
  ['members.list', RESIDENT, STRANGER],
  ['members.change', RESIDENT, STRANGER],
  ['reset_link.create', RESIDENT, STRANGER],
  ['home.decide', RESIDENT, STRANGER],
  ['home.move', RESIDENT, STRANGER],
  ['invitations.manage', RESIDENT, undefined],
])('%s is refused to a resident with %s, to an administrator with %s', (right, ...codes) => {
  expect(refusal(right, membership('manager', 'active'))).toBeUndefined();
  expect([refusal(right, membership('resident', 'active')), refusal(right, null, true)]).toEqual(
    codes,
  );
  const nonMembers = [
    undefined,
    null,
    membership('manager', 'pending'),
    membership('manager', 'revoked'),
  ];
  expect(nonMembers.map((one) => refusal(right, one))).toEqual(nonMembers.map(() => STRANGER));
});

const manager = { role: 'manager', status: 'active', endedBy: null } as const;
const left = { ...manager, status: 'revoked' } as const;

it.each([
  ['a manager', manager, true, true],
  ['a manager who left', left, false, true],
  ['a manager who was removed', { ...left, endedBy: 'anna' }, false, false],
  ['a demoted manager', { ...manager, role: 'resident' } as const, false, false],
  ['a demoted manager who then left', { ...left, role: 'resident' } as const, false, false],
  ['an erased account, or a poster', undefined, false, true],
])('an invitation by %s', (_maker, inviter, ofManager, ofResident) => {
  expect(isStillEntitled(inviter, 'manager')).toBe(ofManager);
  expect(isStillEntitled(inviter, 'resident')).toBe(ofResident);
});
