import type { AlarmPush } from '../../../contract/push.js';
import { alarmBody, closeBody, type PushedAlarm } from './push-bodies.js';

const ALARM: PushedAlarm = {
  alarmId: '0a',
  buildingId: '0b',
  address: 'Storgatan 12, Umeå',
  type: 'fire',
  exercise: false,
  status: 'resolved',
  sender: null,
  place: null,
  expiresAt: new Date(),
};

const PUBLIC_URL = 'https://resq.example';
const RECIPIENT = { deviceId: '0d', ticket: 't', sentAt: '2026-11-22T14:05:00.000Z' };

const closing = (change: Partial<PushedAlarm>) =>
  closeBody(PUBLIC_URL, { ...ALARM, ...change }, 1).notification;
const bodyOf = (change: Partial<PushedAlarm>) => closing(change).body;

const offered = (change: Partial<PushedAlarm>) => {
  const { notification } = alarmBody(PUBLIC_URL, { ...ALARM, ...change }, 0, RECIPIENT);
  const { actions } = notification.data as AlarmPush;
  return [notification.title, ...actions.map(({ action, title }) => `${action}: ${title}`)];
};

const SAFE = 'safe: Jag är i säkerhet';
const HELP = 'need_help: Jag behöver hjälp';
const COMING = 'coming: Jag kommer och hjälper';

it.each<[Partial<PushedAlarm>, string[]]>([
  [{ type: 'fire' }, ['Brandlarm – ', SAFE, HELP]],
  [{ type: 'medical' }, ['Medicinsk nöd – ', COMING, 'cannot_come: Jag kan inte komma']],
  [{ type: 'other' }, ['Annan fara – ', SAFE, HELP]],
  // An older node pushes an alarm of a newer one, too.
  [{ type: 'flood' as 'other' }, ['Annan fara – ', SAFE, HELP]],
  [{ exercise: true }, ['Övning: Brandlarm – ', 'safe: Jag hörde övningen']],
])('the notification of %o has a title and two answers', (change, [title = '', ...answers]) => {
  const [shown, ...buttons] = offered(change);
  expect(shown).toMatch(new RegExp(`^${title}`));
  expect(buttons).toEqual(answers);
});

it('the longest notification of an alarm says when it was sent, and fits into a push', () => {
  const [id, name] = ['a0000000-0000-4000-8000-000000000001', '👩'.repeat(64)];
  const sender = { name, entrance: name, apartment: name };
  const alarm = { ...ALARM, alarmId: id, buildingId: id, address: name, sender, place: name };
  const recipient = { ...RECIPIENT, deviceId: id, ticket: 't'.repeat(700) };
  const body = alarmBody(PUBLIC_URL, { ...alarm, type: 'medical' }, 3, recipient);
  expect(body.notification.data).toMatchObject({ sentAt: RECIPIENT.sentAt });
  // RFC 8291 has room for so many bytes in the 4,096 that each push service accepts.
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(3_993);
});

describe('the notification that replaces one of an alarm', () => {
  it.each([
    ['active', false],
    ['resolved', true],
    ['cancelled', true],
    ['expired', true],
  ] as const)('of one that is %s says whether it is over: %s', (status, over) => {
    expect(closing({ status }).data).toMatchObject({ kind: 'close', over });
  });

  it.each([
    ['active', 'Du har svarat på larmet.'],
    ['resolved', 'Faran är över.'],
    ['cancelled', 'Det var ett falskt larm.'],
    ['expired', 'Larmet är avslutat. Ingen har sagt att faran är över.'],
  ] as const)('says of an alarm that is %s: %s', (status, text) => {
    expect(bodyOf({ status })).toBe(text);
  });

  it.each(['active', 'resolved', 'cancelled', 'expired'] as const)(
    'speaks of no danger after an exercise that is %s',
    (status) => {
      const text = bodyOf({ status, exercise: true });
      expect(text).toMatch(/övningen/i);
      expect(text).not.toMatch(/fara|larm/i);
    },
  );
});
