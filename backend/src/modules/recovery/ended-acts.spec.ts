import { lostRights, type EndedAct } from './ended-acts.js';

const act = (action: EndedAct['action'], details: EndedAct['details'] = {}): EndedAct => ({
  id: 'row',
  at: '2026-11-27T10:00:00.000Z',
  action,
  actorId: 'anna',
  buildingId: 'building',
  subjectId: 'lisa',
  details,
});
const removed = act('membership.changed', { status: 'revoked' });
const ended = { at: '2026-11-27T10:00:00.000Z', by: 'anna' };
const rights = { id: 'lisa', isDemoted: false, isPaused: false };

it.each([
  ['a removal', [removed], { ...rights, ended }],
  ['leaving', [act('membership.left')], { ...rights, ended: { ...ended, by: null } }],
  ['a removal that was undone', [removed, act('membership.changed', { status: 'active' })], rights],
  [
    'a removed member who waits for approval again',
    [removed, act('membership.changed', { role: 'resident', status: 'pending' })],
    { ...rights, ended, isDemoted: true },
  ],
  ['a new name after a removal', [removed, act('membership.changed')], { ...rights, ended }],
  [
    'a manager who became a resident, paused',
    [act('membership.changed', { role: 'resident', maySend: false })],
    { ...rights, isDemoted: true, isPaused: true },
  ],
  [
    'a role that was taken and given back',
    [
      act('membership.changed', { role: 'resident' }),
      act('membership.changed', { role: 'manager' }),
    ],
    rights,
  ],
] as [string, EndedAct[], object][])('%s', (_what, acts, expected) => {
  expect(lostRights(acts)).toEqual([expected]);
});
