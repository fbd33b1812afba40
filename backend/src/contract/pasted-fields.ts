import { ACCESS_CODE, apart, firstOf, joined, plain, simplified } from './pasted.js';
import { PAGES } from './paths.js';

/** The fields of `text-rules.ts`, read as `pasted.ts` says. The gate's entry must not import this file. */

const APP_CODE = apart('\\d{3}[ -]?\\d{3}');
/** The symbols are those of base32. */
const RECOVERY_CODE = apart('[A-Z2-7]{4}(?:[ -]?[A-Z2-7]{4}){3}');

/** @returns an app's code or a recovery code as it is compared: in capitals, joined */
export function secondFactorCode(typed: string): string {
  const text = plain(typed).toUpperCase();
  return joined(firstOf(text, APP_CODE, RECOVERY_CODE) ?? text);
}

/** A poster's code has 8 symbols, a letter's 12, and the demo's code without its dash 8 as well. */
const TYPED_CODE = /^[A-Z0-9]{8}(?:[A-Z0-9]{4})?$/;

export const isTypedCode = (token: string): boolean => TYPED_CODE.test(token);

const JOIN_LINK = new RegExp(`${PAGES.join}#(.*)`);
const OTHER_LINKS = /\bhttps?:\/\/\S*/gi;
const FRAGMENT = /#(.*)/;
const CODE_AT_START = /^([A-Z0-9]{4}(?:[ -]?[A-Z0-9]{4}){1,2})(?![\w-])/i;
const TOKEN_AT_START = /^([\w-]{8,})/;
/** 16 bytes in base64url. */
const TOKEN = apart('[\\w-]{22}');
/** The codes have neither I and O nor 0 and 1, as "Inbjudan" and "lgh 1201" have. */
const SYMBOLS = 'A-HJ-NP-Z2-9';
const CODE = `[${SYMBOLS}]{4}(?:[ -]?[${SYMBOLS}]{4}){1,2}`;
/** In small letters only a digit tells a code from words. */
const CAPITALS = apart(CODE);
const WITH_DIGIT = apart(`(?=[^\\d]{0,14}\\d)${CODE}`);

/**
 * Reads a pasted link, also one inside another link, a bare token, or the code of a poster or a letter in
 * any case and spacing.
 * @returns the token, or the code in capitals without spaces; empty when there is none
 */
export function invitationToken(pasted: string): string {
  const all = plain(decoded(pasted));
  const text = all.replace(OTHER_LINKS, ' ').trim();
  const fragment = firstOf(all, JOIN_LINK) ?? firstOf(text, FRAGMENT) ?? '';
  const linked = firstOf(fragment, CODE_AT_START, TOKEN_AT_START);
  if (linked !== undefined) return codeOrToken(linked);
  const whole = unwrapped(text);
  if (/^[\w -]+$/.test(whole) && isTypedCode(joined(whole))) return joined(whole);
  const upper = text.toUpperCase();
  const code = firstOf(upper, WITH_DIGIT, ACCESS_CODE) ?? firstOf(text, CAPITALS);
  return firstOf(text, TOKEN) ?? (code && joined(code)) ?? (/^[\w-]+$/.test(whole) ? whole : '');
}

/** A token is longer than a code, and may contain dashes. */
const codeOrToken = (found: string): string => (isTypedCode(joined(found)) ? joined(found) : found);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An apostrophe may begin an e-mail address, so it is taken away with its partner only. */
const unwrapped = (text: string): string =>
  text
    .replace(/^'(?=.*'[.,;]*$)/u, '')
    .replace(/^[\s<"“”„‘’‚«»]+/u, '')
    .replace(/[\s>"“”'‘’«».,;:!?]+$/u, '');

/** "Tel:" and "mailto:"; neither a number nor an address has a colon. */
const LABEL = /^\p{L}[\p{L} .-]*: ?/u;
const unlabelled = (text: string): string => unwrapped(unwrapped(text).replace(LABEL, ''));

export const phoneNumber = (typed: string): string => unlabelled(plain(typed));

/**
 * Words around an address stay, and so make it invalid: of "anna berg@resq.example" nobody can say
 * which part is the address.
 */
export function emailAddress(typed: string): string {
  const text = simplified(typed).normalize('NFC');
  return unlabelled(/^[^<>]*<([^<>]+)>[^<>@]*$/.exec(text)?.[1] ?? text);
}
