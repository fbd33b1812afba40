import { keyOf, parseKey, presentDevice, type Report } from './presence.js';

const phone = { userId: 'lisa', deviceId: 'phone' };
const armed: Report = { ...phone, userAgent: undefined, sound: 'armed', push: 'off' };
const muted: Report = { ...armed, sound: 'muted' };

describe('presentDevice', () => {
  it.each([
    ['two muted tabs', [muted, muted], false],
    ['an armed tab before a muted one', [armed, muted], true],
    ['an armed tab after a muted one', [muted, armed], true],
  ])('merges the reports of %s', (_, reports, isArmed) => {
    expect(presentDevice(reports, undefined)).toMatchObject({ ...phone, armed: isArmed });
  });

  it('takes the other fields from the tab that connected last', () => {
    const blocked: Report = { ...muted, sound: 'blocked' };
    expect(presentDevice([muted, blocked], undefined)).toMatchObject({ sound: 'blocked' });
  });

  it('includes the time of a test', () => {
    const testedAt = new Date('2026-01-01T12:00:00Z');
    expect(presentDevice([armed], testedAt)).toMatchObject({ testedAt });
  });
});

it('parses a key that keyOf made', () => {
  expect(parseKey(keyOf(armed))).toEqual(phone);
});
