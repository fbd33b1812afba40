import { membersIn, type AlarmRecord } from './alarm.js';
import { alarmView, eventView, viewAt } from './alarm-views.js';

const at = '2026-11-21T12:00:00.000Z';
const end = '2026-11-21T13:00:00.000Z';
const fields = {
  id: 'a1',
  buildingId: 'b',
  type: 'fire',
  exercise: false,
  status: 'active',
  witnessCount: 1,
  raisedAt: at,
  expiresAt: end,
} as const;
const record: AlarmRecord = {
  ...fields,
  senderId: 'anna',
  witnesses: [{ membershipId: 'karl', at }],
  needHelp: [{ membershipId: 'lisa', place: 'Vinden', at }],
};
const names = {
  anna: { name: 'Anna Berg', entrance: 'B', apartment: '1201' },
  karl: { name: 'Karl Ek', entrance: null, apartment: '1301' },
};
const anna = {
  membershipId: 'anna',
  name: 'Anna Berg',
  home: { entrance: 'B', apartment: '1201' },
};
const view = {
  ...fields,
  sender: anna,
  witnesses: [{ membershipId: 'karl', name: 'Karl Ek', home: { apartment: '1301' }, at }],
  needHelp: [
    {
      membershipId: 'lisa',
      name: 'Tidigare boende',
      home: { apartment: '' },
      place: 'Vinden',
      at,
    },
  ],
};

it('names the members of an alarm, and nobody whose account was erased', () => {
  expect(alarmView(record, names)).toStrictEqual(view);
});

it.each(['b', 'Uppgång B', 'uppg. b'])(
  'shows an entrance %j as its first one is spelled',
  (entrance) => {
    const karl = { name: 'Karl Ek', entrance, apartment: '1301' };
    const { sender, witnesses } = alarmView(record, { ...names, karl });
    expect([sender, ...witnesses].map(({ home }) => home.entrance)).toEqual(['B', 'B']);
  },
);

it('names the member who ended the alarm', () => {
  expect(alarmView({ ...record, endedById: 'anna' }, names).endedBy).toEqual(anna);
});

it('shows an alarm as expired at its end, without an event', () => {
  expect(viewAt({ record, names }, new Date(at))).toEqual(view);
  expect(viewAt({ record, names }, new Date(end))).toMatchObject({ status: 'expired' });
});

it('needs the names of the sender, the witnesses, the callers and who ended it, each once', () => {
  expect(membersIn(record)).toEqual(['anna', 'karl', 'lisa']);
  expect(membersIn({ ...record, endedById: 'karl' })).toEqual(['anna', 'karl', 'lisa']);
  expect(membersIn({ ...record, endedById: 'otto' })).toEqual(['anna', 'karl', 'lisa', 'otto']);
});

it('dates an event in one form, however the database formats its time', () => {
  const stored = { seq: 7, kind: 'raised', record, at: '2026-11-21T12:00:00+00:00' } as const;
  expect(eventView(stored, { epoch: 'e', names, serverNow: end })).toEqual({
    buildingId: 'b',
    epoch: 'e',
    seq: 7,
    kind: 'raised',
    alarm: view,
    at,
    serverNow: end,
  });
});
