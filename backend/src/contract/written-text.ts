/** Texts that people write, such as names: `tidied` on the way in, `shown` and `isolated` on the way out. */

/**
 * Characters without a shape of their own. Some turn the order of what follows, so that "1102" is
 * read as "2011"; others come along with copied text. The joiners of emoji, Persian and Bengali stay.
 */
const SHAPELESS = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** More than two marks on a letter lie over other lines. Joiners between marks hide their number. */
const MARKS = /[\u200c\u200d\p{Mn}\p{Me}]{3,}/gu;
/** Begins at a run of `MARKS`: looking for it everywhere would read a long run once from each of its places. */
const TOO_MANY =
  /^((?:[\u200c\u200d]*[\p{Mn}\p{Me}]){2})[\u200c\u200d\p{Mn}\p{Me}]*[\p{Mn}\p{Me}]/u;
/** Composing sorts a run of marks in quadratic time. No language writes more than 30 (UAX #15, 13). */
const UNSORTABLE = /(\p{M}{30})\p{M}+/gu;
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** The Hangul fillers count as letters, and the blank of Braille as a symbol. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** @returns the text in composed letters, as it is safe to show; older rows hold other texts too */
export const shown = (text: string): string =>
  text
    .replace(SHAPELESS, '')
    .replace(UNSORTABLE, '$1')
    .normalize('NFC')
    .replace(MARKS, (run) => run.replace(TOO_MANY, '$1'));

/**
 * @param lines whether line breaks stay; they become spaces elsewhere, so that words stay apart
 * @returns the text as it is checked and saved; empty when nothing in it can be seen
 */
export function tidied(text: string, lines = false): string {
  const safe = shown(lines ? text : text.replace(LINE_BREAKS, ' ')).trim();
  return VISIBLE.test(safe) || UNSAVABLE.test(safe) ? safe : '';
}

/** NUL and half surrogate pairs: PostgreSQL cannot save them. */
export const UNSAVABLE = /[\0\p{Surrogate}]/u;

/**
 * Keeps the text's direction from its surroundings, and theirs from it: a number beside an Arabic name
 * would change its place. For texts without markup; `Names` makes elements of the same marks.
 */
export const isolated = (text: string): string => `\u2068${shown(text)}\u2069`;
