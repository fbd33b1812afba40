import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { AccessTokens } from './access-tokens.js';

class StoppedClock extends Clock {
  ms = Date.parse('2026-11-21T12:00:00.400Z');

  now(): Date {
    return new Date(this.ms);
  }
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const key = newKey();
const clock = new StoppedClock();
const create = (signingKey: KeyObject, previous: KeyObject[] = []) => {
  const secrets = { signingKey, previousKeys: previous.map((one) => createPublicKey(one)) };
  const config = { publicUrl: 'https://resq.example', secrets } as Config;
  return new AccessTokens(config, clock);
};
const refused = expect.objectContaining({ code: 'auth.required' }) as Error;

let tokens: AccessTokens;
let token: string;

beforeEach(() => {
  clock.ms = Date.parse('2026-11-21T12:00:00.400Z');
  tokens = create(key);
  token = tokens.sign('anna', 'session').accessToken;
});

const expiryOf = (one: string): number => (jsonwebtoken.decode(one) as { exp: number }).exp * 1_000;

/** @returns the token with other claims or another header, correctly signed */
function resigned(claims: object, header: object = {}): string {
  const known = jsonwebtoken.decode(token, { complete: true });
  // JSON leaves out the claims that are undefined.
  const payload = JSON.stringify({ ...(known?.payload as object), ...claims });
  return jsonwebtoken.sign(JSON.parse(payload) as object, key, {
    algorithm: 'ES256',
    header: { ...known?.header, alg: 'ES256', ...header },
  });
}

it('names the user, the session and the whole second at which it expires', () => {
  const exp = Date.parse('2026-11-21T12:10:00Z') / 1000;
  expect(tokens.verify(token)).toEqual({ sub: 'anna', sid: 'session', exp });
  expect(tokens.sign('anna', 'session').expiresAt).toBe('2026-11-21T12:10:00.000Z');
});

it('has a type, an issuer, an audience, a time and an id of its own', () => {
  const { header, payload } = jsonwebtoken.decode(token, { complete: true })!;
  expect(header).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
  expect(payload).toMatchObject({
    iss: 'https://resq.example',
    aud: 'resq',
    iat: Date.parse('2026-11-21T12:00:00Z') / 1000,
  });
  expect(tokens.sign('anna', 'session').accessToken).not.toBe(token);
});

/** A token with a header of its own, which is signed as the token of a library would not be. */
function forged(header: object, sign: (signed: string) => string): string {
  const known = jsonwebtoken.decode(token, { complete: true });
  const [, payload] = token.split('.');
  const head = Buffer.from(JSON.stringify({ ...known?.header, ...header })).toString('base64url');
  return `${head}.${payload}.${sign(`${head}.${payload}`)}`;
}

const es256 = (text: string): string =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
const hs256 = (text: string): string =>
  createHmac('sha256', publicPem).update(text).digest('base64url');
const end = (): string => token.replace(/.*\./, '');

/** @returns a token that is signed as ours are, whose claims are this text */
function signedText(claims: string): string {
  const [head] = token.split('.');
  const text = `${head}.${Buffer.from(claims).toString('base64url')}`;
  return `${text}.${es256(text)}`;
}

const publicPem = createPublicKey(key).export({ type: 'spki', format: 'pem' });

it('is refused from its last second on, also when its signature is remembered', () => {
  clock.ms = Date.parse('2026-11-21T12:09:59.999Z');
  expect(tokens.verify(token).sub).toBe('anna');
  clock.ms += 1;
  expect(() => tokens.verify(token)).toThrow(refused);
});

it.each<[string, () => string]>([
  ['of another type', () => resigned({}, { typ: 'JWT' })],
  ['of another issuer', () => resigned({ iss: 'https://evil.example' })],
  ['for another audience', () => resigned({ aud: 'other' })],
  ['without a user', () => resigned({ sub: 7 })],
  ['without a session', () => resigned({ sid: undefined })],
  ['without an end', () => resigned({ exp: undefined })],
  ['without a key id', () => resigned({}, { kid: undefined })],
  ['with an unknown key id', () => resigned({}, { kid: 'x' })],
  ['of another key', () => create(newKey()).sign('anna', 'session').accessToken],
  ['that is no token', () => 'x.y.z'],
  ['that is empty', () => ''],
  ['without a signature', () => forged({ alg: 'none' }, () => '')],
  ['whose header names no signature', () => forged({ alg: 'none' }, es256)],
  ['whose header names another algorithm', () => forged({ alg: 'ES384' }, es256)],
  ['signed with the public key', () => forged({ alg: 'HS256' }, hs256)],
  ['with half a signature', () => token.slice(0, -43)],
  ['with a longer signature', () => `${token}AAAA`],
  ['with the signature of another', () => `${resigned({ sub: 'lisa' })}`.replace(/[^.]*$/, end())],
  ['with claims that are no JSON', () => signedText('no JSON')],
  ['with claims that are null', () => signedText('null')],
])('is refused %s', (_, make) => {
  const made = make();
  expect(() => tokens.verify(made)).toThrow(refused);
  // Another refusal than the first, because signatures that held are remembered.
  expect(() => tokens.verify(made)).toThrow(refused);
});

it('is accepted after a change of keys, while its key is named as a previous one', () => {
  expect(() => create(newKey()).verify(token)).toThrow(refused);
  const claims = create(newKey(), [newKey(), key]).verify(token);
  expect(claims.sub).toBe('anna');
});

it('is accepted by every node while a key is exchanged as docs/operations.md says', () => {
  const next = newKey();
  const steps = [() => create(key, [next]), () => create(next, [key]), () => create(next)];
  // Two nodes and the probe, which signs as well.
  const all = [0, 1, 2].map(() => create(key));
  const signed: string[] = [];
  for (const [n, step] of steps.entries()) {
    if (n === 2) clock.ms += TIMES.accessTokenMs;
    for (const [place] of all.entries()) {
      all[place] = step();
      signed.push(...all.map((one) => one.sign('anna', 'session').accessToken));
      const valid = signed.filter((one) => expiryOf(one) > clock.ms);
      for (const one of valid) for (const node of all) expect(node.verify(one).sub).toBe('anna');
    }
  }
  // The old key is of no use in the end.
  expect(() => all[0]!.verify(create(key).sign('anna', 'session').accessToken)).toThrow(refused);
});

it.each([
  ['is no token', () => 'x'],
  ['has another type', () => resigned({}, { typ: 'JWT' })],
])('has no key when it %s', (_, make) => {
  expect(() => tokens.keyFor(make())).toThrow(refused);
});

describe('a signature that held', () => {
  it('is remembered until ten thousand others were brought since', () => {
    const { payload } = jsonwebtoken.decode(token, { complete: true })!;
    const verify = jest.spyOn(jsonwebtoken, 'verify').mockImplementation(() => payload as never);
    const [header, claims] = token.split('.');
    const bring = (n: number) => tokens.verify(`${header}.${claims}.${10_000_000 + n}`);
    for (let n = 0; n < 10_000; n += 1) bring(n);
    bring(0);
    expect(verify).toHaveBeenCalledTimes(10_000);
    bring(10_000);
    bring(0);
    expect(verify).toHaveBeenCalledTimes(10_001);
    bring(1);
    expect(verify).toHaveBeenCalledTimes(10_002);
    verify.mockRestore();
  });

  it('is verified once for all requests that bring it', () => {
    const verify = jest.spyOn(jsonwebtoken, 'verify');
    tokens.verify(token);
    tokens.verify(token);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });
});
