import { createHash } from 'node:crypto';

/** @returns SHA-256 in hexadecimal: how secrets with enough entropy of their own are kept */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
