import { createHash, verify, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const verifyAside = promisify(verify);

/** A JWS in its compact form (RFC 7515, section 7.1) with a signature. */
const PARTS = /^([\w-]+\.([\w-]+))\.([\w-]+)$/;

/**
 * Checks the signature of a token as ES256 (RFC 7518, section 3.4) on a thread of libuv's pool.
 * @returns the token's claims, unchecked; undefined when the signature does not hold
 */
export async function signedClaims(token: string, key: KeyObject): Promise<unknown> {
  const [, signed = '', payload = '', signature = ''] = PARTS.exec(token) ?? [];
  const how = { key, dsaEncoding: 'ieee-p1363' } as const;
  const bytes = Buffer.from(signature, 'base64url');
  const isSigned = await verifyAside('sha256', Buffer.from(signed), how, bytes);
  return isSigned ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined;
}

/** @returns the id under which tokens name the key */
export function thumbprint(key: KeyObject): string {
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  return createHash('sha256').update(pem).digest('base64url').slice(0, 16);
}
