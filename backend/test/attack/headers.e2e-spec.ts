import { request, type IncomingHttpHeaders } from 'node:http';
import { routesOf } from '../support/entry-points.js';
import { signIn } from '../support/client.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';
import { addressOf, REQUESTS } from './support/requests.js';

/** The security headers of everything that the server answers. */

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self' ws://localhost:3000",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types resq',
].join(';');

/** Every header that concerns security. A header that is not listed must be missing. */
const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'autoplay=(self), camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/** Headers about content and connection, which differ from answer to answer. */
const OTHERS =
  /^(accept-ranges|cache-control|connection|content-(encoding|length|type)|date|etag|keep-alive|last-modified|set-cookie|transfer-encoding|vary|x-request-id|x-robots-tag)$/;

interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** @returns the status and the security headers of the answer, also to a refused upgrade */
function ask(
  { url }: TestApp,
  path: string,
  { method = 'GET', headers = {}, body }: Ask,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders }> {
  return new Promise((answered, failed) => {
    request(url + path, { method, headers, agent: false })
      .on('response', (response) => {
        response.resume();
        const found = Object.entries(response.headers).filter(([name]) => !OTHERS.test(name));
        answered({ status: response.statusCode, headers: Object.fromEntries(found) });
      })
      .on('error', failed)
      .end(body);
  });
}

const json = (body: unknown): Ask => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const upgrade = (origin?: string): Ask => ({
  headers: {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
    ...(origin && { Origin: origin }),
  },
});
const SOCKET = '/socket.io/?EIO=4&transport=websocket';

const GET: Ask = {};
const ANSWERS: [name: string, status: number, path: string, ask: Ask][] = [
  ['an unknown address below /api', 404, '/api/nowhere', GET],
  ['an address that cannot be decoded', 404, '/api/%', GET],
  ['broken JSON', 400, '/api/auth/sign-in', { ...json({}), body: '{' }],
  ['a large body', 413, '/api/auth/sign-in', json({ email: 'a'.repeat(40_000) })],
  ['a wrong method', 404, '/api/auth/sign-in', { method: 'PUT' }],
  ['a preflight of another origin', 404, '/api/auth/refresh', preflight()],
  ['a missing asset', 404, '/assets/gone.js', GET],
  ['polling at the socket', 400, '/socket.io/?EIO=4&transport=polling', GET],
  ['no transport at the socket', 400, '/socket.io/', GET],
  ['no upgrade at the socket', 400, SOCKET, GET],
  ['an upgrade of a foreign origin', 400, SOCKET, upgrade('https://evil.example')],
  ['an upgrade without an origin', 400, SOCKET, upgrade()],
  ['an upgrade to polling', 400, '/socket.io/?EIO=4&transport=polling', upgrade(ORIGIN)],
  ['an upgrade of an unknown session', 400, `${SOCKET}&sid=unknown`, upgrade(ORIGIN)],
];

function preflight(): Ask {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  return { method: 'OPTIONS', headers };
}

describe('every answer carries the headers', () => {
  it.each(ANSWERS)('to %s', async (_name, status, path, options) => {
    expect(await ask(app, path, options)).toEqual({ status, headers: HEADERS });
  });

  it.each(['/', '/auth', '/nowhere', '/favicon.svg'])('to the page or file %s', async (path) => {
    expect((await ask(app, path, GET)).headers).toEqual(HEADERS);
  });

  it('to the page of the API under its own policy', async () => {
    const { headers } = await ask(app, '/api/docs', GET);
    expect({ ...headers, 'content-security-policy': POLICY }).toEqual(HEADERS);
    expect((await ask(app, '/api/docs.json', GET)).headers).toEqual(HEADERS);
  });

  it('of every route, with and without a sign-in', async () => {
    const { token } = await signIn(app, 'karl');
    const ids = { id: 'x', membershipId: 'x', invitationId: 'x', alarmId: 'x', sessionId: 'x' };
    const routes = routesOf(app.app).map(({ name }) => name);
    expect(routes).toHaveLength(Object.keys(REQUESTS).length);
    for (const route of routes) {
      const [method = '', path = ''] = addressOf(route, ids).split(' ');
      for (const authorization of ['', `Bearer ${token}`]) {
        const { headers } = await ask(app, `/api${path}`, { method, headers: { authorization } });
        expect([route, headers]).toEqual([route, HEADERS]);
      }
    }
  });

  it('over https together with the order to use nothing else', async () => {
    const https = {
      ...HEADERS,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': `${POLICY.replace('ws://localhost:3000', 'wss://resq.example')};upgrade-insecure-requests`,
    };
    const env = { PUBLIC_URL: 'https://resq.example' };
    const secure = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock, env });
    for (const [path, options] of [
      ['/', GET],
      ['/api/health/live', GET],
      [SOCKET, upgrade('https://evil.example')],
    ] as const) {
      expect((await ask(secure, path, options)).headers).toEqual(https);
    }
    await secure.close();
  });
});
