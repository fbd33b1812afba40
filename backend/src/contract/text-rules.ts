import type { TextRule } from './check-text.js';

/**
 * The texts that users send, except those of an alarm. The gate's entry must not import this file: no
 * visitor needs the messages of every form.
 */

/** WHATWG HTML's "valid e-mail address", with a dot required in the domain and letters of any script. */
const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)+$/u;

const APARTMENT_PATTERN = /^\d{4}$/;
const PHONE_PATTERN = /^[\d\s()+-]+$/;

const email = (tooLong: string, extra: Partial<TextRule> = {}): TextRule => ({
  min: 1,
  max: 255,
  tooShort: 'Ogiltig e-postadress',
  tooLong,
  pattern: EMAIL_PATTERN,
  malformed: 'Ogiltig e-postadress',
  ...extra,
});

export const RULES = {
  account: {
    email: email('Ogiltig e-postadress'),
    password: {
      min: 6,
      max: 100,
      tooShort: 'Lösenordet måste vara minst 6 tecken',
      tooLong: 'Lösenordet får max vara 100 tecken',
      keepSpaces: true,
    },
    /** The rule for accounts with the role `admin`. */
    longPassword: {
      min: 15,
      max: 100,
      tooShort: 'Lösenordet måste vara minst 15 tecken',
      tooLong: 'Lösenordet får max vara 100 tecken',
      keepSpaces: true,
    },
  },
  interest: {
    name: {
      min: 2,
      max: 100,
      tooShort: 'Namnet måste vara minst 2 tecken',
      tooLong: 'Namnet får inte vara längre än 100 tecken',
    },
    email: email('E-posten får inte vara längre än 255 tecken'),
    phone: {
      min: 1,
      max: 20,
      tooShort: 'Ogiltigt telefonnummer',
      tooLong: 'Telefonnumret får inte vara längre än 20 tecken',
      pattern: PHONE_PATTERN,
      malformed: 'Ogiltigt telefonnummer',
    },
    address: {
      min: 5,
      max: 200,
      tooShort: 'Adressen måste vara minst 5 tecken',
      tooLong: 'Adressen får inte vara längre än 200 tecken',
    },
  },
  contact: {
    name: {
      min: 1,
      max: 100,
      tooShort: 'Namn krävs',
      tooLong: 'Namnet får max vara 100 tecken',
    },
    email: email('E-postadressen får max vara 255 tecken'),
    subject: {
      min: 1,
      max: 200,
      tooShort: 'Ämne krävs',
      tooLong: 'Ämnet får max vara 200 tecken',
    },
    message: {
      min: 10,
      max: 2000,
      tooShort: 'Meddelandet måste vara minst 10 tecken',
      tooLong: 'Meddelandet får max vara 2000 tecken',
    },
  },
  accessCode: {
    name: {
      min: 0,
      max: 100,
      tooShort: '',
      tooLong: 'Namnet får max vara 100 tecken',
      optional: true,
    },
    email: email('E-postadressen får max vara 255 tecken', { optional: true }),
    company: {
      min: 0,
      max: 200,
      tooShort: '',
      tooLong: 'Företaget får max vara 200 tecken',
      optional: true,
    },
  },
  member: {
    name: {
      min: 1,
      max: 100,
      tooShort: 'Ange ditt namn',
      tooLong: 'Namnet får max vara 100 tecken',
    },
    entrance: {
      min: 0,
      max: 20,
      tooShort: '',
      tooLong: 'Uppgången får max vara 20 tecken',
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
  building: {
    name: {
      min: 2,
      max: 100,
      tooShort: 'Ange husets namn',
      tooLong: 'Husets namn får max vara 100 tecken',
    },
    address: {
      min: 5,
      max: 200,
      tooShort: 'Adressen måste vara minst 5 tecken',
      tooLong: 'Adressen får max vara 200 tecken',
    },
  },
  invitation: {
    token: {
      min: 8,
      max: 64,
      tooShort: 'Inbjudan gäller inte längre. Be styrelsen om en ny.',
      tooLong: 'Inbjudan gäller inte längre. Be styrelsen om en ny.',
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
    /** Six digits from an app, or a recovery code, with or without spaces and dashes. */
    code: {
      min: 6,
      max: 24,
      tooShort: 'Ange koden',
      tooLong: 'Koden stämmer inte eller är redan använd.',
      pattern: /^[\dA-Za-z\s-]+$/,
      malformed: 'Koden stämmer inte eller är redan använd.',
    },
  },
} as const satisfies Record<string, Record<string, TextRule>>;
