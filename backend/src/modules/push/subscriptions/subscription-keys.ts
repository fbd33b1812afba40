import { ECDH } from 'node:crypto';

const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** @returns whether a push can be encrypted with these keys (RFC 8291): a point on P-256, 16 bytes */
export function areKeysValid({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) {
    return false;
  }
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
