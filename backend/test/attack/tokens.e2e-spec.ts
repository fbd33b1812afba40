import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  type KeyObject,
} from 'node:crypto';
import jsonwebtoken, { type Jwt, type JwtPayload } from 'jsonwebtoken';
import {
  alarmPurpose,
  PushTicketsService,
  type Ticket,
} from '../../src/modules/auth/tickets/push-tickets.service.js';
import type { Config } from '../../src/platform/config.js';
import { CONFIG } from '../../src/platform/tokens.js';
import { call, signIn, Tab, type Person } from '../support/client.js';
import { pairDisplay } from '../support/display.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';

/** Forged and misused access tokens, in a request and in the handshake of a socket (RFC 8725). */

let app: TestApp;
let anna: Person;
let karl: Person;
let signingKey: KeyObject;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off' } });
  [anna, karl] = [await signIn(app, 'anna'), await signIn(app, 'karl')];
  signingKey = app.app.get<Config>(CONFIG).secrets.signingKey;
});

afterAll(() => app.close());

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** @returns Anna's token with other claims and headers, signed by the right or another key */
function forged(
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
  key: KeyObject = signingKey,
): string {
  const known = jsonwebtoken.decode(anna.token, { complete: true }) as Jwt;
  const payload: Record<string, unknown> = { ...(known.payload as JwtPayload), ...claims };
  for (const [name, value] of Object.entries(payload)) if (value === null) delete payload[name];
  return jsonwebtoken.sign(payload, key, {
    algorithm: 'ES256',
    header: { ...known.header, ...header, alg: 'ES256' },
  });
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @returns Anna's token under another header, with the signature that `sign` makes of both */
function withHeader(header: object, sign: (signed: string) => string): string {
  const [first = '', claims = ''] = anna.token.split('.');
  const known = JSON.parse(Buffer.from(first, 'base64url').toString()) as object;
  const signed = `${encode({ ...known, ...header })}.${claims}`;
  return `${signed}.${sign(signed)}`;
}

/** The attack on verifiers that take a public key for a secret. */
function hmacByPublicKey(): string {
  const pem = createPublicKey(signingKey).export({ type: 'spki', format: 'pem' });
  return withHeader({ alg: 'HS256' }, (signed) =>
    createHmac('sha256', pem).update(signed).digest('base64url'),
  );
}

/** The library parses the claims of this type as it decodes them, and fails. */
const UNREADABLE = `${encode({ typ: 'JWT' })}.eA.`;
const signatureOf = (token: string): string => token.split('.')[2] ?? '';
const nowS = (): number => Math.floor(app.clock.now().getTime() / 1_000);
const REQUIRED = 'auth.required';
const ENDED = 'auth.session_ended';

const CORPUS: [name: string, make: () => string | Promise<string>, code: string][] = [
  ['no token', () => '', REQUIRED],
  ['text', () => 'x.y.z', REQUIRED],
  ['claims that are no JSON', () => UNREADABLE, REQUIRED],
  ['alg none without a signature', () => withHeader({ alg: 'none' }, () => ''), REQUIRED],
  ['alg none with one', () => withHeader({ alg: 'none' }, () => signatureOf(anna.token)), REQUIRED],
  ['HS256 keyed with the public key', hmacByPublicKey, REQUIRED],
  ['another key under the known kid', () => forged({}, {}, stranger.privateKey), REQUIRED],
  ['another key under its own kid', () => forged({}, { kid: 'x' }, stranger.privateKey), REQUIRED],
  ['the right key under another kid', () => forged({}, { kid: 'x' }), REQUIRED],
  ['no kid', () => forged({}, { kid: undefined }), REQUIRED],
  [
    'a foreign jku',
    () => forged({}, { jku: 'https://evil.example/keys' }, stranger.privateKey),
    REQUIRED,
  ],
  [
    'a jwk of its own',
    () => forged({}, { jwk: stranger.publicKey.export({ format: 'jwk' }) }, stranger.privateKey),
    REQUIRED,
  ],
  ['typ JWT', () => forged({}, { typ: 'JWT' }), REQUIRED],
  ['typ push-ticket', () => forged({}, { typ: 'push-ticket' }), REQUIRED],
  ['another audience', () => forged({ aud: 'another' }), REQUIRED],
  ['no audience', () => forged({ aud: null }), REQUIRED],
  ['another issuer', () => forged({ iss: 'https://evil.example' }), REQUIRED],
  ['no issuer', () => forged({ iss: null }), REQUIRED],
  ['an end in the past', () => forged({ exp: nowS() }), REQUIRED],
  ['no end', () => forged({ exp: null }), REQUIRED],
  ['no user', () => forged({ sub: null }), REQUIRED],
  ['no session', () => forged({ sid: null }), REQUIRED],
  ['another user’s id', () => forged({ sub: karl.userId }), ENDED],
  ['an unknown session', () => forged({ sid: randomUUID() }), ENDED],
  ['claims that were changed after signing', () => changed({ sub: karl.userId }), REQUIRED],
  ['a refresh token', () => anna.cookie.split('=')[1] ?? '', REQUIRED],
  ['a closed session', tokenOfClosedSession, ENDED],
  ['the rights of a display', async () => (await pairDisplay(app, anna)).token, REQUIRED],
];

function changed(claims: object): string {
  const [header = '', payload = '', signature = ''] = anna.token.split('.');
  const known = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return `${header}.${encode({ ...known, ...claims })}.${signature}`;
}

async function tokenOfClosedSession(): Promise<string> {
  const { token, cookie } = await signIn(app, 'anna');
  const headers = { cookie, origin: ORIGIN, 'x-resq': '1' };
  await call(app, 'POST /auth/sign-out', { body: {}, headers });
  return token;
}

describe.each(CORPUS)('a token with %s', (_name, make, code) => {
  it('is refused in a request', async () => {
    const { status, body } = await call(app, 'GET /auth/me', { token: await make() });
    expect([status, body.error.code]).toEqual([401, code]);
  });

  it('is refused in a handshake', async () => {
    const tab = new Tab(app, { token: await make() });
    expect(await tab.untilAny('connect_error')).toMatchObject({ code });
    tab.close();
  });
});

describe('a valid token', () => {
  // The corpus would also be refused if the forging itself broke every token.
  it('is accepted when only its id and a header without effect change', async () => {
    const token = forged({ jti: randomUUID() }, { jku: 'https://evil.example/keys' });
    expect((await call(app, 'GET /auth/me', { token })).status).toBe(200);
    const tab = new Tab(app, { token });
    await tab.until('sync');
    tab.close();
  });

  it.each([
    ['the address', () => call(app, `GET /auth/me?access_token=${anna.token}`)],
    ['a cookie', () => call(app, 'GET /auth/me', { headers: { cookie: `token=${anna.token}` } })],
    [
      'another scheme',
      () => call(app, 'GET /auth/me', { headers: { authorization: `Basic ${anna.token}` } }),
    ],
  ])('is not accepted in %s', async (_place, ask) => {
    expect((await ask()).status).toBe(401);
  });

  it('is not accepted in the address of a socket', async () => {
    const tab = new Tab({ url: `${app.url}/?token=${anna.token}` }, {});
    expect(await tab.untilAny('connect_error')).toMatchObject({ code: REQUIRED });
    tab.close();
  });

  it('is not accepted as a refresh token', async () => {
    const headers = { cookie: `resq_rt=${anna.token}`, origin: ORIGIN, 'x-resq': '1' };
    const { body } = await call(app, 'POST /auth/refresh', { body: {}, headers });
    expect(body.error.code).toBe(ENDED);
  });
});

describe('the ticket of a push', () => {
  const HOUR_MS = 60 * 60_000;
  const alarmIds: string[] = [];
  const deviceId = randomUUID();

  beforeAll(async () => {
    for (const type of ['fire', 'medical', 'other']) {
      const body = { alarmId: randomUUID(), type, separate: true };
      await call(app, `POST /buildings/${karl.buildingId}/alarms`, { token: karl.token, body });
      alarmIds.push(body.alarmId);
    }
  });

  function ticket(change: Partial<Ticket> = {}, validMs = HOUR_MS): string {
    const { sub = '', sid } = jsonwebtoken.decode(anna.token) as JwtPayload & { sid: string };
    const purpose = alarmPurpose(alarmIds[0] ?? '');
    const holder = { userId: sub, sessionId: sid, deviceId, purpose, ...change };
    const expiresAt = new Date(app.clock.now().getTime() + validMs);
    return app.app.get(PushTicketsService).sign(holder, expiresAt);
  }

  const ask = async (route: string, token: string, body?: object) => {
    const answer = await call(app, route, { token, body });
    return answer.body.error?.code ?? answer.status;
  };
  const respond = (token: string, alarmId = alarmIds[0]) =>
    ask(`POST /alarms/${alarmId}/responses`, token, { response: 'coming' });
  const report = (token: string, device = deviceId, alarmId = alarmIds[0]) =>
    ask(`POST /alarms/${alarmId}/receipts`, token, { deviceId: device, level: 'received' });

  it('is accepted at the responses and receipts of its alarm', async () => {
    expect([await respond(ticket()), await report(ticket())]).toEqual([200, 204]);
  });

  it('is refused for another alarm and for another device', async () => {
    expect(await respond(ticket(), alarmIds[1])).toBe(REQUIRED);
    expect(await report(ticket(), deviceId, alarmIds[1])).toBe(REQUIRED);
    expect(await report(ticket(), randomUUID())).toBe(REQUIRED);
    expect(await respond(ticket({ purpose: `test:${alarmIds[0]}` }))).toBe(REQUIRED);
  });

  it('outlives the end that it was signed with while its alarm goes on, and no longer', async () => {
    const [, , alarmId = ''] = alarmIds;
    const late = ticket({ purpose: alarmPurpose(alarmId) }, 0);
    expect([await respond(late, alarmId), await report(late, deviceId, alarmId)]).toEqual([
      200, 204,
    ]);
    expect(await respond(late, alarmIds[0])).toBe(REQUIRED);
    await call(app, `POST /alarms/${alarmId}/end`, {
      token: karl.token,
      body: { outcome: 'resolved' },
    });
    expect(await respond(late, alarmId)).toBe(REQUIRED);
    expect(await report(late, deviceId, alarmId)).toBe(REQUIRED);
    expect(await respond(ticket({ purpose: alarmPurpose(randomUUID()) }, 0))).toBe(REQUIRED);
  });

  it('is refused for another user’s session, and once the sign-in has ended', async () => {
    const { sub: userId = '' } = jsonwebtoken.decode(karl.token) as JwtPayload;
    expect(await respond(ticket({ userId }))).toBe(ENDED);
    const ended = await tokenOfClosedSession();
    const { sid: sessionId } = jsonwebtoken.decode(ended) as JwtPayload & { sid: string };
    expect(await respond(ticket({ sessionId }))).toBe(ENDED);
  });

  it('is refused when it is forged', async () => {
    const { privateKey } = stranger;
    const { payload } = jsonwebtoken.decode(ticket(), { complete: true }) as Jwt;
    const header = { typ: 'push-ticket', alg: 'ES256' };
    const byOthers = jsonwebtoken.sign(payload, privateKey, { algorithm: 'ES256', header });
    const byAccessKey = jsonwebtoken.sign(payload, signingKey, { algorithm: 'ES256', header });
    const [first, claims] = ticket().split('.');
    const unsigned = `${encode({ typ: 'push-ticket', alg: 'none' })}.${claims}.`;
    const bare = `${first}.${claims}.AAAA`;
    for (const token of [byOthers, byAccessKey, unsigned, bare, UNREADABLE]) {
      expect([await respond(token), await report(token)]).toEqual([REQUIRED, REQUIRED]);
    }
  });

  it('is no access token, at any other route or at the socket', async () => {
    const { buildingId } = anna;
    const [alarmId] = alarmIds;
    for (const route of [
      'GET /auth/me',
      'GET /devices',
      `GET /alarms/${alarmId}`,
      `POST /alarms/${alarmId}/end`,
      `POST /alarms/${alarmId}/mute`,
      `POST /buildings/${buildingId}/alarms`,
      'POST /push/test',
    ]) {
      expect([route, await ask(route, ticket())]).toEqual([route, REQUIRED]);
    }
    const tab = new Tab(app, { token: ticket() });
    expect(await tab.untilAny('connect_error')).toMatchObject({ code: REQUIRED });
    tab.close();
  });

  it('cannot be replaced by an access token, or by one with its type', async () => {
    const testId = randomUUID();
    const test = (token: string) => ask(`POST /push/test/${testId}`, token);
    expect(await test(anna.token)).toBe(REQUIRED);
    expect(await test(forged({ aud: `test:${testId}` }, { typ: 'push-ticket' }))).toBe(REQUIRED);
    expect(await test(ticket())).toBe(REQUIRED);
  });
});

// It comes last, because Passport keeps one strategy per process, that of the newest application.
describe('a new signing key', () => {
  it('refuses tokens of the old one unless that is configured as previous', async () => {
    const pem = stranger.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const previous = createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }).toString();
    const { databaseUrl, clock } = app;
    for (const [keys, status] of [
      ['', 401],
      [previous, 200],
    ] as const) {
      const env = { JWT_SIGNING_KEY: pem, JWT_PREVIOUS_KEYS: keys };
      const rotated = await startApp({ databaseUrl, clock, env });
      const answer = await call(rotated, 'GET /auth/me', anna);
      await rotated.close();
      expect(answer.status).toBe(status);
    }
  });
});
