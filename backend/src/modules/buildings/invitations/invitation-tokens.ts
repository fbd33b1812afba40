import { randomBytes } from 'node:crypto';
import { readableSymbols } from '../../../platform/readable-symbols.js';
import { sha256 } from '../../../platform/hashing.js';

const TOKEN_BYTES = 16;
const TYPED_LENGTH = 8;

/** The hash of a token, under the name of the column that stores it. */
export type TokenHash = { codeHash: string } | { tokenHash: string };

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** @returns a code that a resident reads from a poster and types: 40 bits */
export function newTypedCode(): string {
  return readableSymbols(TYPED_LENGTH);
}

/** @param token a link's token, or a poster's typed code */
export function hashOf(token: string): TokenHash {
  return token.length === TYPED_LENGTH
    ? { codeHash: sha256(token.toUpperCase()) }
    : { tokenHash: sha256(token) };
}
