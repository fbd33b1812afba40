import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * A domain with letters beyond ASCII has two spellings: `räksmörgås.se` and `xn--rksmrgs-5wao1o.se`. Some
 * browsers send the second for an e-mail field, so both mean one account.
 */
const IS_INTERNATIONAL = /[^\p{ASCII}]|xn--/u;

/** @returns the address by which an account is saved and counted: in small letters, as people read it */
export const accountEmail = (email: string): string => respelt(email, domainToUnicode);

/** @returns the addresses by which an account may be saved, the typed one first */
export const spellingsOf = (email: string): string[] => [
  ...new Set([typedEmail(email), accountEmail(email), respelt(email, domainToASCII)]),
];

const typedEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** A domain in plain ASCII stays: Node would read `1.2` as an IPv4 address. */
function respelt(email: string, spell: (domain: string) => string): string {
  const typed = typedEmail(email);
  const at = typed.lastIndexOf('@') + 1;
  const domain = typed.slice(at);
  // Node returns an empty text for a domain that nobody can have.
  const spelt = IS_INTERNATIONAL.test(domain) && spell(domain);
  return spelt ? typed.slice(0, at) + spelt : typed;
}
