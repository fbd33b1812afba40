/** The limits of a text, each with its message. The server and the browser's forms both check them. */

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

/** NUL and half surrogate pairs: PostgreSQL cannot save them. */
const UNSAVABLE = /[\0\p{Surrogate}]/u;
const UNSAVABLE_MESSAGE = 'Texten innehåller tecken som inte går att spara';

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
