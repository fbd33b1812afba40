import { isStillEntitled } from './rights.js';

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
