import { randomBytes, randomInt } from 'node:crypto';
import { sha256 } from '../../../platform/hashing.js';

const TOKEN_BYTES = 16;
/** Letters and digits that look alike on paper are left out. A code has 31^8 values, 39.6 bits. */
const TYPED_SYMBOLS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const TYPED_LENGTH = 8;

/** The hash of a token, under the name of the column that stores it. */
export type TokenHash = { codeHash: string } | { tokenHash: string };

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** @returns a code that a resident reads from a poster and types */
export function newTypedCode(): string {
  const symbol = (): string => TYPED_SYMBOLS[randomInt(TYPED_SYMBOLS.length)] ?? '';
  return Array.from({ length: TYPED_LENGTH }, symbol).join('');
}

/** @param token a link's token, or a poster's typed code */
export function hashOf(token: string): TokenHash {
  return token.length === TYPED_LENGTH
    ? { codeHash: sha256(token.toUpperCase()) }
    : { tokenHash: sha256(token) };
}
