import {
  type BinaryLike,
  createECDH,
  createSecretKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

export const KEY_BYTES = 32;

/** Derives a key that is good for one purpose only: HKDF with SHA-256 (RFC 5869). */
export const deriveKey = (secret: BinaryLike | KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)));

/** 32 random bytes have about 30 different values, and fewer than these in one of 10¹² keys. */
const LEAST_VARIETY = 18;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** A secret key with the variable that it stands in. */
export interface NamedKey {
  variable: string;
  bytes: Buffer;
}

export function decodeKey(variable: string, text: string): NamedKey {
  return { variable, bytes: Buffer.from(BASE64.test(text) ? text : '', 'base64') };
}

/**
 * Checks the keys without ever naming their values.
 * @param strict also refuses equal keys, and what no random source makes; whether a random key is
 *   secret cannot be seen
 */
export function faultsOfKeys(keys: NamedKey[], { strict }: { strict: boolean }): string[] {
  const weak = keys.filter(
    ({ bytes }) => bytes.length < KEY_BYTES || (strict && !looksRandom(bytes)),
  );
  const names = new Set(weak.map(({ variable }) => variable));
  return [
    ...[...names].map((name) => `${name} must be at least ${KEY_BYTES} random bytes in base64`),
    ...(strict ? pairsOfEqual(keys.filter((key) => !weak.includes(key))) : []),
  ];
}

/** @returns false for repetitions, sequences and text */
function looksRandom(bytes: Buffer): boolean {
  const values = [...bytes];
  const steps = values.slice(1).map((byte, n) => byte - (values[n] ?? 0));
  const isText = values.every((byte) => byte >= 32 && byte < 127);
  return !isText && [values, steps].every((some) => new Set(some).size >= LEAST_VARIETY);
}

function pairsOfEqual(keys: NamedKey[]): string[] {
  return keys.flatMap((one, n) =>
    keys
      .slice(n + 1)
      .filter(({ bytes }) => bytes.equals(one.bytes))
      .map(({ variable }) => `${one.variable} and ${variable} must be different keys`),
  );
}

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
  const isPair =
    given.length > 0 &&
    (secret.bytes.length !== KEY_BYTES || publicHalfOf(secret.bytes)?.equals(given));
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
