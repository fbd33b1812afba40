import { closeBody, type PushedAlarm } from './push-bodies.js';

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
