import { createHash } from 'node:crypto';

/** @returns SHA-256 in hexadecimal; safe for random secrets, but too fast a hash for passwords */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
