import { randomInt } from 'node:crypto';

/** I, O, 0 and 1 are left out, because they look alike on paper. Each symbol has five bits. */
const SYMBOLS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** @returns symbols for a code that somebody reads and types */
export function readableSymbols(count: number): string {
  return Array.from({ length: count }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('');
}
