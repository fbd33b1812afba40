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

const bodyOf = (change: Partial<PushedAlarm>) =>
  closeBody('https://resq.example', { ...ALARM, ...change }, 1).notification.body;

const offered = (change: Partial<PushedAlarm>) => {
  const recipient = { deviceId: '0d', ticket: 't' };
  const { notification } = alarmBody('https://resq.example', { ...ALARM, ...change }, 0, recipient);
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

describe('the notification that replaces one of an alarm', () => {
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
