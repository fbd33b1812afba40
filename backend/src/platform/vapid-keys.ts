import { createECDH, generateKeyPairSync } from 'node:crypto';
import { decodeKey, KEY_BYTES, type NamedKey } from './key-checks.js';

/** The key pair by which push services know this installation (RFC 8292): P-256, in base64url. */
export interface VapidKeys {
  /** The uncompressed point: 65 bytes. */
  publicKey: string;
  privateKey: string;
}

export function makeVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

/**
 * Browsers are subscribed to the public key, so a pair that does not belong together would let every
 * push fail when it is sent.
 */
export function readVapidKeys({ publicKey, privateKey }: VapidKeys): {
  keys: VapidKeys;
  secret: NamedKey;
  faults: string[];
} {
  const secret = decodeKey('VAPID_PRIVATE_KEY', privateKey);
  const given = Buffer.from(publicKey, 'base64url');
  const isPair = secret.bytes.length !== KEY_BYTES || publicHalfOf(secret.bytes)?.equals(given);
  return {
    keys: {
      publicKey: given.toString('base64url'),
      privateKey: secret.bytes.toString('base64url'),
    },
    secret,
    faults: [
      ...(secret.bytes.length > KEY_BYTES
        ? [`VAPID_PRIVATE_KEY must be ${KEY_BYTES} bytes in base64url`]
        : []),
      ...(isPair ? [] : ['VAPID_PUBLIC_KEY must be the public half of VAPID_PRIVATE_KEY']),
    ],
  };
}

/** @returns undefined when the number is no private key on the curve */
function publicHalfOf(privateKey: Buffer): Buffer | undefined {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey);
    return pair.getPublicKey();
  } catch {
    return undefined;
  }
}
