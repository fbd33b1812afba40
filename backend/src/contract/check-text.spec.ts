import { checkText } from './check-text.js';
import { RULES } from './text-rules.js';

const MALFORMED = 'x'.repeat(300);
const LONG_EMAIL = `${'a'.repeat(251)}@b.se`;
const { interest, contact, accessCode, account, secondFactor } = RULES;

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
