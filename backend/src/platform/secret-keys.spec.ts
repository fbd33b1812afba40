import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { ConfigError, readConfig } from './config.js';
import { makeVapidKeys } from './secret-keys.js';

const newKey = () => randomBytes(32).toString('base64');
const newPem = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

const vapid = makeVapidKeys();
const GOOD = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/resq',
  PUBLIC_URL: 'https://resq.example',
  OPERATOR_NAME: 'BRF Linden',
  OPERATOR_ADDRESS: 'Lindvägen 1, 903 25 Umeå',
  JWT_SIGNING_KEY: newPem(),
  REFRESH_KEY: newKey(),
  AUDIT_KEY: newKey(),
  VAPID_PUBLIC_KEY: vapid.publicKey,
  VAPID_PRIVATE_KEY: vapid.privateKey,
};

function faultsOf(env: Partial<Record<string, string>>): string[] {
  try {
    readConfig({ ...GOOD, ...env });
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
}

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
const WEAK: [string, string][] = [
  ['one byte, repeated', base64(Buffer.alloc(32, 7))],
  [
    'a short key, repeated',
    base64(Buffer.from(randomBytes(8).toString('latin1').repeat(8), 'latin1')),
  ],
  ['bytes that count up', base64(Buffer.from(Array.from({ length: 64 }, (_, n) => n)))],
  [
    'bytes that count down in threes',
    base64(Buffer.from(Array.from({ length: 64 }, (_, n) => 200 - 3 * n))),
  ],
  ['a sentence', base64('The quick brown fox jumps over the lazy dog 0123456789')],
  ['a password', base64('byt-ut-mig-innan-produktion-2026!!')],
  ['31 bytes', base64(randomBytes(31))],
  ['text that is no base64', 'byt ut mig innan produktion! byt ut mig innan produktion! åäö'],
];

describe('the keys of production', () => {
  it('are accepted when they are random and different', () => {
    for (let n = 0; n < 200; n += 1) {
      const AUDIT_PREVIOUS_KEYS = `${newKey()},${newKey()}`;
      expect(faultsOf({ REFRESH_KEY: newKey(), AUDIT_KEY: newKey(), AUDIT_PREVIOUS_KEYS })).toEqual(
        [],
      );
    }
    expect(faultsOf({ AUDIT_KEY: randomBytes(64).toString('base64url') })).toEqual([]);
  });

  describe.each(['REFRESH_KEY', 'AUDIT_KEY', 'AUDIT_PREVIOUS_KEYS'])('%s', (name) => {
    it.each(WEAK)('is refused as %s, by name and without its value', (_what, key) => {
      const faults = faultsOf({ [name]: key });
      expect(faults).toEqual([expect.stringContaining(name)]);
      expect(faults.join()).not.toContain(key.slice(0, 8));
    });
  });

  it('are refused when two of them are the same, by their names', () => {
    const key = newKey();
    const same = (env: Record<string, string>) => faultsOf(env);
    expect(same({ REFRESH_KEY: key, AUDIT_KEY: key })).toEqual([
      'REFRESH_KEY and AUDIT_KEY must be different keys',
    ]);
    expect(same({ AUDIT_KEY: key, AUDIT_PREVIOUS_KEYS: `${newKey()},${key}` })).toEqual([
      'AUDIT_KEY and AUDIT_PREVIOUS_KEYS must be different keys',
    ]);
    // The same bytes in another notation.
    const AUDIT_KEY = Buffer.from(key, 'base64').toString('base64url');
    expect(same({ REFRESH_KEY: key, AUDIT_KEY })).toHaveLength(1);
  });

  it('are refused when one of them is the secret number of the signing key', () => {
    const { d = '' } = createPrivateKey(GOOD.JWT_SIGNING_KEY).export({ format: 'jwk' });
    const faults = faultsOf({
      REFRESH_KEY: Buffer.from(String(d), 'base64url').toString('base64'),
    });
    expect(faults).toEqual(['JWT_SIGNING_KEY and REFRESH_KEY must be different keys']);
  });

  describe('of push', () => {
    it('are accepted as a pair', () => {
      for (let n = 0; n < 200; n += 1) {
        const { publicKey, privateKey } = makeVapidKeys();
        expect(faultsOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey })).toEqual(
          [],
        );
      }
    });

    it('are refused when the public key belongs to another private key', () => {
      expect(faultsOf({ VAPID_PUBLIC_KEY: makeVapidKeys().publicKey })).toEqual([
        'VAPID_PUBLIC_KEY must be the public half of VAPID_PRIVATE_KEY',
      ]);
      expect(faultsOf({ VAPID_PUBLIC_KEY: '' })).toHaveLength(1);
    });

    it('are both named when both are missing', () => {
      const faults = faultsOf({ VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' }).join();
      expect(faults).toContain('VAPID_PRIVATE_KEY must be at least');
      expect(faults).toContain('VAPID_PUBLIC_KEY must be the public half');
    });

    it.each(WEAK)('are refused when the private key is %s', (_what, key) => {
      expect(faultsOf({ VAPID_PRIVATE_KEY: key }).join()).toContain('VAPID_PRIVATE_KEY');
    });
  });
});
