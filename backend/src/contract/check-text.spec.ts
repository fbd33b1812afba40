import { checkText } from './check-text.js';
import { RULES } from './text-rules.js';

const MALFORMED = 'x'.repeat(300);
const LONG_EMAIL = `${'a'.repeat(251)}@b.se`;
const { interest, contact, accessCode, account, invitation, secondFactor } = RULES;

describe('the order of the messages', () => {
  it.each([
    [interest.phone, MALFORMED, 'Ogiltigt telefonnummer'],
    [interest.phone, '0'.repeat(21), 'Telefonnumret får inte vara längre än 20 tecken'],
    [interest.email, MALFORMED, 'Ogiltig e-postadress'],
    [interest.email, LONG_EMAIL, 'E-posten får inte vara längre än 255 tecken'],
    [contact.email, MALFORMED, 'Ogiltig e-postadress'],
    [contact.email, LONG_EMAIL, 'E-postadressen får max vara 255 tecken'],
    [accessCode.email, MALFORMED, 'Ogiltig e-postadress'],
    [accessCode.email, LONG_EMAIL, 'E-postadressen får max vara 255 tecken'],
    [account.email, LONG_EMAIL, 'Ogiltig e-postadress'],
    [secondFactor.code, 'å', 'Ange koden'],
  ])(
    'names the form before the greatest length, as the specification lists them (%#)',
    (...row) => {
      const [rule, text, message] = row;
      expect(checkText(rule, text)).toBe(message);
    },
  );
});

it('reads the longest text that a request can hold at once', () => {
  const labels = `a@${`${'a'.repeat(63)}.`.repeat(500)}!`;
  expect(checkText({ ...interest.email, read: (text) => text }, labels)).toBe(
    'Ogiltig e-postadress',
  );
});

describe('a password', () => {
  const composing = jest.spyOn(String.prototype, 'normalize');
  beforeEach(() => composing.mockClear());
  afterAll(() => composing.mockRestore());

  it.each(['\u200d', '\u0301\u0323', 'x'])('of 32 kB of %j is refused uncomposed', (text) => {
    expect(checkText(account.password, text.repeat(10_000))).toBe(account.password.tooLong);
    expect(composing).not.toHaveBeenCalled();
  });

  it.each([
    ['\u03b1\u0313\u0300\u0345', '\u1f82'],
    ['\u{2f800}', '\u4e3d'],
    ['a\u030a', '\u00e5'],
  ])('is as long as its composed letters (%j)', (typed, composed) => {
    expect(typed.repeat(100).normalize('NFC')).toBe(composed.repeat(100));
    expect(checkText(account.password, typed.repeat(100))).toBeUndefined();
    expect(checkText(account.password, typed.repeat(101))).toBe(account.password.tooLong);
  });
});

describe('a pasted text', () => {
  it.each([contact.email, interest.phone, invitation.token, secondFactor.code])(
    'is composed after what is too long is cut off (%#)',
    (rule) => {
      const composing = jest.spyOn(String.prototype, 'normalize');
      checkText(rule, '\u0344\u0323'.repeat(8_000));
      const lengths = composing.mock.contexts.map(({ length }) => length);
      composing.mockRestore();
      expect(lengths).toEqual([2_000]);
    },
  );
});
