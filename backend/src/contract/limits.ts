/** Every limit with its message. The server's validation and the browser's forms both use them. */

export interface TextRule {
  min: number;
  max: number;
  tooShort: string;
  tooLong: string;
  /** Tested after the lengths, on the trimmed text. */
  pattern?: RegExp;
  malformed?: string;
  /** Set for passwords, which are saved as typed; every other text is trimmed. */
  keepSpaces?: boolean;
  /** True when the text may be missing or empty. */
  optional?: boolean;
  /** True when the server removes characters that it cannot save, and never refuses them. */
  cleaned?: boolean;
}

/** WHATWG HTML's "valid e-mail address", with a dot required in the domain and letters of any script. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)+$/u;

/** NUL and half surrogate pairs: PostgreSQL cannot save them. */
const UNSAVABLE = /[\0\p{Surrogate}]/u;
const UNSAVABLE_MESSAGE = 'Texten innehåller tecken som inte går att spara';

export const CODE_PATTERN = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/;
export const CODE_LENGTH = 9;
export const CODE_INPUT_MAX = 20;
export const APARTMENT_PATTERN = /^\d{4}$/;
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
  alarm: {
    place: {
      min: 0,
      max: 60,
      tooShort: '',
      tooLong: 'Platsen får max vara 60 tecken',
      optional: true,
      cleaned: true,
    },
    note: {
      min: 0,
      max: 140,
      tooShort: '',
      tooLong: 'Texten får max vara 140 tecken',
      optional: true,
      cleaned: true,
    },
  },
} as const satisfies Record<string, Record<string, TextRule>>;

/**
 * @param value the text as typed, or any value from the wire
 * @returns the Swedish sentence about the first rule that fails, or undefined when all hold.
 *   Lengths are counted in UTF-16 code units, as browsers count them.
 */
export function checkText(rule: TextRule, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') {
    return rule.optional ? undefined : rule.tooShort;
  }
  if (typeof value !== 'string') return rule.malformed ?? rule.tooShort;
  const text = rule.keepSpaces ? value : value.trim();
  if (text === '' && rule.optional) return undefined;
  if (text.length < rule.min) return rule.tooShort;
  if (text.length > rule.max) return rule.tooLong;
  if (rule.pattern && !rule.pattern.test(text)) return rule.malformed;
  if (!rule.cleaned && UNSAVABLE.test(text)) return UNSAVABLE_MESSAGE;
  return undefined;
}

/** The durations of the product's rules; each name ends in its unit. */
export const TIMES = {
  codeSessionMs: 24 * 60 * 60_000,
  accessTokenMs: 10 * 60_000,
  refreshTokenMs: 30 * 24 * 60 * 60_000,
  resetLinkMs: 24 * 60 * 60_000,
  /** A manager makes reset links for members of this long. */
  resetLinkMemberMs: 7 * 24 * 60 * 60_000,
  /** From the right password to the code. */
  challengeMs: 5 * 60_000,
  /** A code that confirmed a session is asked for again after this time. */
  confirmationMs: 10 * 60_000,
  alarmMs: 60 * 60_000,
  /** A press of the same type joins an alarm whose last press is younger than this. */
  mergeMs: 10 * 60_000,
  alarmRateWindowMs: 10 * 60_000,
  historyMonths: 12,
  /** After this time a sound test proves nothing: browsers change, and users turn the volume down. */
  soundTestMs: 30 * 24 * 60 * 60_000,
  /** A push test proves as little after this time as a sound test. */
  pushTestMs: 30 * 24 * 60 * 60_000,
  /** The privacy page promises that a closed account is erased within this time. */
  erasureMs: 30 * 24 * 60 * 60_000,
} as const;

export const COUNTS = {
  alarmsPerWindow: 6,
  witnessesShown: 20,
  helpersShown: 20,
  eventsPerPage: 500,
  eventsPerSync: 50,
  historyPerPage: 20,
  auditPerPage: 50,
  recoveryCodes: 10,
  /** Memberships of an account, former ones included. */
  buildingsPerUser: 20,
  /** Open personal invitations that an account made in all its buildings. */
  invitationsPerUser: 50,
  devicesPerUser: 20,
} as const;
