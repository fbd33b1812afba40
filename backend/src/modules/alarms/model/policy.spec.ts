import * as policy from './policy.js';

const alarm = { senderId: 'sender' };

/** Each kind of active member, with the actions that the policy allows or refuses. */
const TABLE: [
  who: string,
  member: policy.ActiveMember,
  may: Record<'send' | 'exercise' | 'end' | 'amend' | 'extend' | 'reach', boolean>,
][] = [
  [
    'the resident who sent the alarm',
    { id: 'sender', role: 'resident', maySend: true },
    {
      send: true,
      exercise: false,
      end: true,
      amend: true,
      extend: true,
      reach: true,
    },
  ],
  [
    'the sender whose right to send is paused',
    { id: 'sender', role: 'resident', maySend: false },
    {
      send: false,
      exercise: false,
      end: true,
      amend: false,
      extend: false,
      reach: true,
    },
  ],
  [
    'another resident',
    { id: 'other', role: 'resident', maySend: true },
    {
      send: true,
      exercise: false,
      end: false,
      amend: false,
      extend: false,
      reach: false,
    },
  ],
  [
    'another resident whose right to send is paused',
    { id: 'other', role: 'resident', maySend: false },
    {
      send: false,
      exercise: false,
      end: false,
      amend: false,
      extend: false,
      reach: false,
    },
  ],
  [
    'a manager',
    { id: 'other', role: 'manager', maySend: true },
    {
      send: true,
      exercise: true,
      end: true,
      amend: false,
      extend: true,
      reach: true,
    },
  ],
  [
    'a manager who sent the alarm',
    { id: 'sender', role: 'manager', maySend: true },
    {
      send: true,
      exercise: true,
      end: true,
      amend: true,
      extend: true,
      reach: true,
    },
  ],
  [
    'a manager whose right to send is paused',
    { id: 'other', role: 'manager', maySend: false },
    {
      send: false,
      exercise: false,
      end: true,
      amend: false,
      extend: true,
      reach: true,
    },
  ],
];

describe.each(TABLE)('%s', (_who, member, may) => {
  it(`${may.send ? 'may' : 'may not'} send an alarm`, () => {
    expect(policy.refusalOfPress(member, {})).toBe(may.send ? undefined : 'alarm.sending_paused');
  });

  it(`${may.exercise ? 'may' : 'may not'} start an exercise`, () => {
    const refusal = may.send ? 'building.manager_required' : 'alarm.sending_paused';
    expect(policy.refusalOfPress(member, { exercise: true })).toBe(
      may.exercise ? undefined : refusal,
    );
  });

  it(`${may.end ? 'may' : 'may not'} end the alarm`, () => {
    expect(policy.refusalOfEnd(member, alarm)).toBe(may.end ? undefined : 'alarm.not_yours');
  });

  it(`${may.amend ? 'may' : 'may not'} amend the alarm`, () => {
    const refusal = member.id === 'sender' ? 'alarm.sending_paused' : 'alarm.not_sender';
    expect(policy.refusalOfAmendment(member, alarm)).toBe(may.amend ? undefined : refusal);
  });

  it(`${may.extend ? 'may' : 'may not'} extend the alarm`, () => {
    const refusal = member.id === 'sender' ? 'alarm.sending_paused' : 'alarm.not_yours';
    expect(policy.refusalOfExtension(member, alarm)).toBe(may.extend ? undefined : refusal);
  });

  it(`${may.reach ? 'may' : 'may not'} see who was reached and who responded what`, () => {
    expect(policy.maySeeReach(member, alarm)).toBe(may.reach);
  });
});
