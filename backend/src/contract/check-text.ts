import { tidied, UNSAVABLE } from './written-text.js';

/** The limits of a text, each with its message. The server and the browser's forms both check them. */

export interface TextRule {
  min: number;
  max: number;
  tooShort: string;
  tooLong: string;
  /** Tested after the least length and before the greatest, on the tidied text. */
  pattern?: RegExp;
  malformed?: string;
  /** Replaces `tidied`: takes the text out of what another program put around it. */
  read?: (text: string) => string;
  /** Set for passwords, whose spaces and signs all count; every other text is tidied. */
  keepSpaces?: boolean;
  /** True when line breaks stay. */
  lines?: boolean;
  /** True when the text may be missing or empty. */
  optional?: boolean;
  /** True when the server removes characters that it cannot save, and never refuses them. */
  cleaned?: boolean;
}

/** The most code units that NFC makes one of: "ᾂ" typed as a letter and three marks. */
const UNITS_COMPOSED_MAX = 4;

const UNSAVABLE_MESSAGE = 'Texten innehåller tecken som inte går att spara';

/** @returns the text as the rule checks it, and as it is sent and saved */
export function tidyText(rule: TextRule, text: string): string {
  if (rule.keepSpaces) return text;
  return rule.read ? rule.read(text) : tidied(text, rule.lines);
}

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
  // Composing costs quadratic time, and cannot make so long a password short enough.
  if (rule.keepSpaces && value.length > rule.max * UNITS_COMPOSED_MAX) return rule.tooLong;
  // A password has as many letters as it shows, however a keyboard composes them.
  const text = rule.keepSpaces ? value.normalize('NFC') : tidyText(rule, value);
  if (text === '' && rule.optional) return undefined;
  if (text.length < rule.min) return rule.tooShort;
  // The specification lists the form of a text before its greatest length.
  if (rule.pattern && !rule.pattern.test(text)) return rule.malformed;
  if (text.length > rule.max) return rule.tooLong;
  if (!rule.cleaned && UNSAVABLE.test(text)) return UNSAVABLE_MESSAGE;
  return undefined;
}

/** The sentence about a refused field by the name of the rule; a text's rule has its own in `text-rules.ts`. */
export const FIELD_MESSAGES: Record<string, string> = {
  isBoolean: 'Svara ja eller nej',
  isIn: 'Välj ett av alternativen',
  isInt: 'Ange ett heltal',
  isPageCursor: 'Listan kan inte fortsätta här',
  isString: 'Skriv en text',
  isTime: 'Ange en giltig tid med tidszon, till exempel 2026-12-01T18:00:00.000Z',
  isUuid: 'Ogiltigt id',
  max: 'Talet är för stort',
  maxLength: 'Texten är för lång',
  min: 'Talet är för litet',
  whitelistValidation: 'Fältet finns inte',
};

export const INVALID_FIELD = 'Ogiltigt värde';

/** The sentences at the fields of a member's name and home while an alarm of the member shows them. */
export const FROZEN_FIELDS = {
  name: 'Namnet kan inte ändras förrän larmet är avslutat',
  apartment: 'Lägenheten kan inte ändras förrän larmet är avslutat',
  entrance: 'Uppgången kan inte ändras förrän larmet är avslutat',
};
