import type { TextRule } from './check-text.js';
import { emailAddress, invitationToken, phoneNumber, secondFactorCode } from './pasted-fields.js';

/**
 * The texts that users send, except those of an alarm. The gate's entry must not import this file: no
 * visitor needs the messages of every form.
 */

/** WHATWG HTML's "valid e-mail address", with a dot required in the domain and letters of any script. */
const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)+$/u;

const APARTMENT_PATTERN = /^\d{4}$/;
const PHONE_PATTERN = /^[\d\s()+-]+$/;

/** Sentences with a limit are built from it, so that a changed limit changes its sentence. */
const atLeast = (what: string, min: number): Pick<TextRule, 'min' | 'tooShort'> => ({
  min,
  tooShort: `${what} måste vara minst ${min} tecken`,
});
const upTo = (what: string, max: number): Pick<TextRule, 'max' | 'tooLong'> => ({
  max,
  tooLong: `${what} får max vara ${max} tecken`,
});
const notLongerThan = (what: string, max: number): Pick<TextRule, 'max' | 'tooLong'> => ({
  max,
  tooLong: `${what} får inte vara längre än ${max} tecken`,
});

const EMAIL_MAX = 255;
const email = (extra: Partial<TextRule> = {}): TextRule => ({
  min: 1,
  max: EMAIL_MAX,
  tooShort: 'Ogiltig e-postadress',
  tooLong: 'Ogiltig e-postadress',
  read: emailAddress,
  pattern: EMAIL_PATTERN,
  malformed: 'Ogiltig e-postadress',
  ...extra,
});

export const RULES = {
  account: {
    email: email(),
    password: {
      ...atLeast('Lösenordet', 6),
      ...upTo('Lösenordet', 100),
      keepSpaces: true,
    },
    /** The rule for accounts with the role `admin`. */
    longPassword: {
      ...atLeast('Lösenordet', 15),
      ...upTo('Lösenordet', 100),
      keepSpaces: true,
    },
  },
  interest: {
    name: {
      ...atLeast('Namnet', 2),
      ...notLongerThan('Namnet', 100),
    },
    email: email(notLongerThan('E-posten', EMAIL_MAX)),
    phone: {
      min: 1,
      ...notLongerThan('Telefonnumret', 20),
      tooShort: 'Ogiltigt telefonnummer',
      read: phoneNumber,
      pattern: PHONE_PATTERN,
      malformed: 'Ogiltigt telefonnummer',
    },
    address: {
      ...atLeast('Adressen', 5),
      ...notLongerThan('Adressen', 200),
    },
  },
  contact: {
    name: {
      min: 1,
      ...upTo('Namnet', 100),
      tooShort: 'Namn krävs',
    },
    email: email(upTo('E-postadressen', EMAIL_MAX)),
    subject: {
      min: 1,
      ...upTo('Ämnet', 200),
      tooShort: 'Ämne krävs',
    },
    message: {
      ...atLeast('Meddelandet', 10),
      ...upTo('Meddelandet', 2000),
      lines: true,
    },
  },
  accessCode: {
    name: {
      min: 0,
      ...upTo('Namnet', 100),
      tooShort: '',
      optional: true,
    },
    email: email({ ...upTo('E-postadressen', EMAIL_MAX), optional: true }),
    company: {
      min: 0,
      ...upTo('Företaget', 200),
      tooShort: '',
      optional: true,
    },
  },
  member: {
    name: {
      min: 1,
      ...upTo('Namnet', 100),
      tooShort: 'Ange ditt namn',
    },
    entrance: {
      min: 0,
      ...upTo('Uppgången', 40),
      tooShort: '',
      optional: true,
    },
    pauseReason: {
      min: 0,
      ...upTo('Skälet', 200),
      tooShort: '',
      optional: true,
    },
    apartment: {
      min: 4,
      max: 4,
      tooShort: 'Ange fyra siffror i lägenhetsnumret',
      tooLong: 'Ange fyra siffror i lägenhetsnumret',
      pattern: APARTMENT_PATTERN,
      malformed: 'Ange fyra siffror i lägenhetsnumret',
    },
  },
  device: {
    /** An empty name takes the present one away. */
    name: {
      min: 0,
      ...upTo('Namnet', 40),
      tooShort: '',
      optional: true,
    },
  },
  building: {
    search: { min: 0, ...upTo('Sökningen', 100), tooShort: '', optional: true },
    rescueNote: {
      min: 0,
      ...upTo('Texten', 500),
      tooShort: '',
      optional: true,
      lines: true,
    },
    name: {
      min: 2,
      ...upTo('Husets namn', 100),
      tooShort: 'Ange husets namn',
    },
    address: {
      ...atLeast('Adressen', 5),
      ...upTo('Adressen', 200),
    },
  },
  invitation: {
    token: {
      min: 8,
      max: 64,
      tooShort: 'Inbjudan gäller inte längre. Be styrelsen om en ny.',
      tooLong: 'Inbjudan gäller inte längre. Be styrelsen om en ny.',
      read: invitationToken,
    },
  },
  resetLink: {
    token: {
      min: 1,
      max: 64,
      tooShort: 'Länken gäller inte längre. Be om en ny.',
      tooLong: 'Länken gäller inte längre. Be om en ny.',
    },
  },
  secondFactor: {
    /** Six digits from an app, or a recovery code. */
    code: {
      min: 6,
      max: 24,
      tooShort: 'Ange koden',
      tooLong: 'Koden stämmer inte eller är redan använd.',
      read: secondFactorCode,
      pattern: /^[\dA-Z]+$/,
      malformed: 'Koden stämmer inte eller är redan använd.',
    },
  },
} as const satisfies Record<string, Record<string, TextRule>>;
