import { createHash, randomBytes, randomInt } from 'node:crypto';

/** I, O, 0 and 1 are left out, because they look alike on paper. Each symbol has five bits. */
const SYMBOLS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** @returns symbols for a code that somebody reads and types */
export function readableSymbols(count: number): string {
  return Array.from({ length: count }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('');
}

/** @returns a text that nobody can guess, base64url */
export function newToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** @returns SHA-256 in hexadecimal; safe for random secrets, but too fast a hash for passwords */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
