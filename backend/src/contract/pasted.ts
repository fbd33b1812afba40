/**
 * Codes, links, numbers and addresses as other programs hand them over: between words, quotes or
 * brackets, with characters that nobody sees, and with another program's dashes and spaces.
 */

export const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** A minus is no dash to Unicode. */
const DASHES = /[\p{Pd}\u2212]/gu;

/** Longer than a link in any mail. A body of dots or marks would take what follows a second or more. */
const READ_MAX = 2_000;

const readable = (text: string): string => text.replace(UNSEEN, '').slice(0, READ_MAX);

export const simplified = (text: string): string =>
  readable(text).replace(DASHES, '-').replace(/\s+/g, ' ').trim();

/** NFKC makes ordinary letters and digits of wide ones. */
export const plain = (text: string): string => simplified(readable(text).normalize('NFKC'));

/** @returns a pattern whose group holds the code where it stands apart from letters and digits */
export const apart = (code: string): RegExp =>
  new RegExp(`(?:^|[^\\p{L}\\p{N}-])(${code})(?![\\p{L}\\p{N}-])`, 'u');

/** @returns the first pattern's match in the text */
export const firstOf = (text: string, ...patterns: RegExp[]): string | undefined =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);

export const joined = (code: string): string => code.replace(/[ -]/g, '').toUpperCase();

export const ACCESS_CODE = apart('[A-Z0-9]{4}-[A-Z0-9]{4}');

/** @returns the code of the gate, XXXX-XXXX; undefined when the text holds none */
export const accessCodeIn = (pasted: string): string | undefined =>
  firstOf(plain(pasted).toUpperCase(), ACCESS_CODE);
