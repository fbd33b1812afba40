import { checkText, tidyText } from './check-text.js';
import { accessCodeIn } from './pasted.js';
import { invitationToken } from './pasted-fields.js';
import { RULES } from './text-rules.js';

const TOKEN = 'Yk3s9vLQ2kq0sZp1xq7m2A';
const LINK = `https://resq.example/join#${TOKEN}`;

describe('the code at the gate', () => {
  it.each([
    ['ABCD-EFGH'],
    [' abcd-efgh '],
    ['\u200bABCD\u200b-EFGH\ufeff'],
    ['AB\u00adCD-EFGH'],
    ['ABCD\u2011EFGH'],
    ['ABCD\u2010EFGH'],
    ['ABCD\u2013EFGH'],
    ['ABCD\u2014EFGH'],
    ['ABCD\u2212EFGH'],
    ['\u00a0ABCD-EFGH\u202f'],
    ['ABCD-EFGH.'],
    ['ABCD-EFGH,'],
    ['<ABCD-EFGH>'],
    ['"ABCD-EFGH"'],
    ['”ABCD-EFGH”'],
    ['*ABCD-EFGH*'],
    ['_ABCD-EFGH_'],
    ['Koden är ABCD-EFGH.'],
    ['Koden:ABCD-EFGH'],
    ['ABCD-EFGH är koden'],
    ['https://resq.example/?kod=abcd-efgh&x=1'],
    ['ＡＢＣＤ－ＥＦＧＨ'],
  ])('is found in %j', (typed) => {
    expect(accessCodeIn(typed)).toBe('ABCD-EFGH');
  });

  it.each([
    [''],
    ['ABCDEFGH'],
    ['ABCD EFGH'],
    ['ABCD-EFG'],
    ['ABCD-EFGHI'],
    ['XABCD-EFGH'],
    ['ÅBCD-EFGH'],
    ['ABCD-EFGÅ'],
    ['ABCD-EFGHÅ'],
    ['ABCD-EFGH-IJKL'],
    ['A\u030aABCD-EFGH'],
    ['a1b2c3d4-e5f6-4890-abcd-0123456789ab'],
  ])('is not in %j, as the specification wants its nine characters', (typed) => {
    expect(accessCodeIn(typed)).toBeUndefined();
  });
});

describe('an invitation', () => {
  it.each([
    [LINK, TOKEN],
    [`#${TOKEN}`, TOKEN],
    [`  ${TOKEN} `, TOKEN],
    [`\u200b${LINK}\u200b`, TOKEN],
    [`${LINK}.`, TOKEN],
    [`${LINK},`, TOKEN],
    [`<${LINK}>`, TOKEN],
    [`"${LINK}"`, TOKEN],
    [`Hej! Gå med här: ${LINK} Hälsningar Anna`, TOKEN],
    [`Lägenhet #3: ${LINK}`, TOKEN],
    [`#${TOKEN}%E2%80%8B`, TOKEN],
    [`#${TOKEN}%3E`, TOKEN],
    [`Koden är ${TOKEN}.`, TOKEN],
    [
      `https://eur02.safelinks.example/?url=https%3A%2F%2Fresq.example%2Fjoin%23${TOKEN}&data=05`,
      TOKEN,
    ],
    [`100 % säkert: ${LINK}`, TOKEN],
    ['k7qm 2xap', 'K7QM2XAP'],
    ['#k7qm2xap', 'K7QM2XAP'],
    ['https://resq.example/join#K7QM2XAP.', 'K7QM2XAP'],
    ['#K7QM%202XAP', 'K7QM2XAP'],
    ['K7QM\u20112XAP', 'K7QM2XAP'],
    ['K7QM\u00a02XAP\u200b', 'K7QM2XAP'],
    ['<K7QM2XAP>,', 'K7QM2XAP'],
    ['Koden är k7qm 2xap.', 'K7QM2XAP'],
    ['Koden till huset är KQMRXAPT', 'KQMRXAPT'],
    ['Inbjudan till lgh 1201: K7QM 2XAP', 'K7QM2XAP'],
    ['Koden är #K7QM2XAP, lägenhet #3', 'K7QM2XAP'],
    ['Koden är DEMO-2026.', 'DEMO2026'],
    ['abcd1234token', 'abcd1234token'],
    ['https://resq.example/join', ''],
    ['https://resq.example/', ''],
    [`https://resq.example/reset#${TOKEN}`, ''],
    ['https://other.example/page#section-two', ''],
    ['https://resq.example Koden är K7QM2XAP.', 'K7QM2XAP'],
    [`resq.example/join#${TOKEN}`, TOKEN],
    ['jag har ingen', ''],
    ['#%E0%A4%A', ''],
    ['\u200b', ''],
    ['', ''],
  ])('%j holds the token %j', (pasted, token) => {
    expect(invitationToken(pasted)).toBe(token);
    expect(invitationToken(token)).toBe(token);
  });
});

/** A text, and the text that is checked, sent and saved; undefined when it is refused. */
type Row = [typed: string, read: string | undefined];

describe.each<[string, (typeof RULES)[keyof typeof RULES][never], Row[]]>([
  [
    'a code of two-step sign-in',
    RULES.secondFactor.code as never,
    [
      ['123456', '123456'],
      ['123 456', '123456'],
      ['12 34 56', '123456'],
      ['123\u00a0456', '123456'],
      ['123\u202f456\u200b', '123456'],
      ['123\u2011456', '123456'],
      ['123\u2212456.', '123456'],
      ['<123456>', '123456'],
      ['“123456”,', '123456'],
      ['Din kod är 123 456.', '123456'],
      ['Verifikationskod: 123456', '123456'],
      ['１２３４５６', '123456'],
      ['abcd-efgh-2345-mnop', 'ABCDEFGH2345MNOP'],
      ['ABCD\u2013EFGH\u20132345\u2013MNOP', 'ABCDEFGH2345MNOP'],
      ['Kod 3: ABCD EFGH 2345 MNOP.', 'ABCDEFGH2345MNOP'],
      ['12345', undefined],
      ['12345é', undefined],
      ['Koden kommer snart, vänta lite', undefined],
    ],
  ],
  [
    'a phone number',
    RULES.interest.phone as never,
    [
      ['070-123 45 67', '070-123 45 67'],
      ['+46 (0)70-123 45 67', '+46 (0)70-123 45 67'],
      ['070\u2011123\u00a045\u00a067', '070-123 45 67'],
      ['070\u2013123\u200b45\u206067', '070-1234567'],
      ['070\u2212123 45 67.', '070-123 45 67'],
      ['\u202a070-123 45 67\u202c', '070-123 45 67'],
      ['<070-123 45 67>,', '070-123 45 67'],
      ['"(070) 123 45 67"', '(070) 123 45 67'],
      ['tel:+46701234567', '+46701234567'],
      ['Tel: 070-123 45 67', '070-123 45 67'],
      ['ring 070-123 45 67', undefined],
      ['070-123.45.67', undefined],
      ['070-123 45 67 hemma', undefined],
      ['070-123 45 67 890 12 34', undefined],
      ['.', undefined],
      ['', undefined],
    ],
  ],
  [
    'an e-mail address',
    RULES.account.email as never,
    [
      ['anna@resq.example', 'anna@resq.example'],
      ['\u200banna@resq\u2060.example\u200d', 'anna@resq.example'],
      ['\u00a0anna@resq.example\u202f', 'anna@resq.example'],
      ['anna@resq.example.', 'anna@resq.example'],
      ['anna@resq.example,', 'anna@resq.example'],
      ['<anna@resq.example>;', 'anna@resq.example'],
      ['"anna@resq.example"', 'anna@resq.example'],
      ["'anna@resq.example'", 'anna@resq.example'],
      ['”anna@resq.example”', 'anna@resq.example'],
      ['mailto:anna@resq.example', 'anna@resq.example'],
      ['E-post: anna@resq.example', 'anna@resq.example'],
      ['Anna Berg <anna@resq.example>', 'anna@resq.example'],
      ['"Berg, Anna" <mailto:anna@resq.example>,', 'anna@resq.example'],
      ['anna@brf\u2011eken.example', 'anna@brf-eken.example'],
      ["o'brien@resq.example", "o'brien@resq.example"],
      ['anna@räksmörgås.se', 'anna@räksmörgås.se'],
      ['anna@ra\u0308ksmo\u0308rga\u030as.se', 'anna@räksmörgås.se'],
      ['anna@ra\u200b\u0308ksmörgås.se', 'anna@räksmörgås.se'],
      ['anna berg@resq.example', undefined],
      ['anna@resq .example', undefined],
      ['a@x.se <b@x.se>, c <d@x.se>', undefined],
      ['åsa@resq.example', undefined],
      ['anna@resq', undefined],
    ],
  ],
])('%s', (_, rule, rows) => {
  it.each(rows)('%j is read as %j', (typed, read) => {
    if (read === undefined) expect(checkText(rule, typed)).toEqual(expect.any(String));
    else {
      expect(checkText(rule, typed)).toBeUndefined();
      expect(tidyText(rule, typed)).toBe(read);
      expect(tidyText(rule, read)).toBe(read);
    }
  });
});
