import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
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
const create = (signingKey: KeyObject, previous: KeyObject[] = [], fastPaths = true) => {
  const secrets = { signingKey, previousKeys: previous.map((one) => createPublicKey(one)) };
  const config = { publicUrl: 'https://resq.example', fastPaths, secrets } as Config;
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

it.each([true, false])('is refused from its last second on, with fast paths %s', (fastPaths) => {
  tokens = create(key, [], fastPaths);
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
])('is refused %s', (_, make) => {
  const made = make();
  expect(() => tokens.verify(made)).toThrow(refused);
  // Another refusal than the first, because signatures that held are remembered.
  expect(() => tokens.verify(made)).toThrow(refused);
});

it('is accepted after a change of keys, while its key is named as a previous one', () => {
  expect(() => create(newKey()).verify(token)).toThrow(refused);
  expect(create(newKey(), [newKey(), key]).verify(token).sub).toBe('anna');
});

it.each([
  ['is no token', () => 'x'],
  ['has another type', () => resigned({}, { typ: 'JWT' })],
])('has no key when it %s', (_, make) => {
  expect(() => tokens.keyFor(make())).toThrow(refused);
});

describe('a signature that held', () => {
  it('is remembered until ten thousand others were verified', () => {
    const { payload } = jsonwebtoken.decode(token, { complete: true })!;
    const verify = jest.spyOn(jsonwebtoken, 'verify').mockImplementation(() => payload as never);
    const [header, claims] = token.split('.');
    const bring = (n: number) => tokens.verify(`${header}.${claims}.${10_000_000 + n}`);
    for (let n = 0; n < 10_000; n += 1) bring(n);
    bring(0);
    expect(verify).toHaveBeenCalledTimes(10_000);
    bring(10_000);
    bring(0);
    expect(verify).toHaveBeenCalledTimes(10_002);
    verify.mockRestore();
  });

  it.each([
    [true, 1],
    [false, 2],
  ])('is, with fast paths %j, verified %d time(s) for two requests', (fastPaths, times) => {
    tokens = create(key, [], fastPaths);
    const verify = jest.spyOn(jsonwebtoken, 'verify');
    tokens.verify(token);
    tokens.verify(token);
    expect(verify).toHaveBeenCalledTimes(times);
    verify.mockRestore();
  });
});
