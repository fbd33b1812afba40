import type { SignedIn } from '../../src/contract/http.js';
import { HashThread } from '../../src/modules/auth/passwords/hash-thread.js';
import { Passwords } from '../../src/modules/auth/passwords/passwords.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { AppError } from '../../src/platform/errors/app-error.js';
import { PersonLimits } from '../../src/platform/limits/person-limits.js';
import { call, callOnce, type Reply, untilLetIn } from '../support/client.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';
import { stopDate } from '../support/step-date.js';

/** Wrong passwords slow the guesser, and never the rest of the building. */

const BUILDING = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';

/** Longer than every limit counts. */
const LATER_MS = 2 * 60 * 60_000;

let app: TestApp;
let step: (ms: number) => void;
let checks: jest.SpyInstance;

interface From {
  address?: string;
  cookie?: string;
}

function enter(name: string, password: string, { address = BUILDING, cookie }: From = {}) {
  return callOnce<SignedIn>(app, 'POST /auth/sign-in', {
    body: { email: `${name}@resq.example`, password },
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  });
}

const right = (name: string, from?: From) => enter(name, DEMO_PASSWORD, from);
const wrong = (name: string, from?: From) => enter(name, 'fel-lösenord', from);

async function repeat(times: number, attempt: (n: number) => Promise<Reply<unknown>>) {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await attempt(n)).status);
  return statuses;
}

/** @returns the cookies of a browser, without the sign-in that a sign-out deletes */
function signedOutCookies({ headers }: Reply<unknown>): string {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return cookies.filter((cookie) => !cookie.startsWith('resq_rt=')).join('; ');
}

beforeAll(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '1' } });
  step = stopDate();
  // The queue refuses after two seconds, which a busy machine may take for what stands before.
  const thread = Object.create(HashThread.prototype) as HashThread;
  jest.spyOn(Passwords.prototype, 'run').mockImplementation((work) => work(thread));
});

beforeEach(() => {
  step(LATER_MS);
  // Comparing texts instead of hashes lets a test make hundreds of attempts.
  checks = jest
    .spyOn(HashThread.prototype, 'matches')
    .mockImplementation((hash, password) =>
      Promise.resolve(hash !== undefined && password === DEMO_PASSWORD),
    );
});

afterEach(() => checks.mockRestore());

afterAll(async () => {
  jest.restoreAllMocks();
  await app.close();
});

describe('an attempt counts only when the credentials are wrong', () => {
  it.each<[string, () => Promise<boolean>]>([
    ['a full hash queue', () => Promise.reject(new AppError('auth.too_many_attempts'))],
    ['an outage', () => Promise.reject(new AppError('system.unavailable'))],
    ['a fault of the server', () => Promise.reject(new Error('broken'))],
    ['a right password', () => Promise.resolve(true)],
  ])('%s never does', async (_case, outcome) => {
    checks.mockImplementation(outcome);
    await repeat(70, () => right('anna'));
    checks.mockImplementation(() => Promise.resolve(true));
    expect((await right('anna')).status).toBe(200);
    expect((await right('karl')).status).toBe(200);
  });

  it('accepts more right passwords at once than may be wrong', async () => {
    const names = ['anna', 'karl', 'lisa', 'otto'];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => untilLetIn(() => right(names[n % names.length]!))),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

describe('guesses at one account', () => {
  it('from one address are delayed after five, there and nowhere else', async () => {
    expect(await repeat(6, () => wrong('anna'))).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = await right('anna');
    expect([refused.status, refused.body.error]).toEqual([
      429,
      expect.objectContaining({
        code: 'auth.too_many_attempts',
        message: 'För många försök. Försök igen om en stund.',
      }),
    ]);
    expect((await right('karl')).status).toBe(200);
    expect((await right('anna', { address: ELSEWHERE })).status).toBe(200);
  });

  it('share the limit when they come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => (n === 100 ? right('anna') : wrong('anna'))),
    );
    expect(checks).toHaveBeenCalledTimes(5);
    expect(answers[100]?.status).toBe(429);
  });

  it('from ten addresses are delayed after ten', async () => {
    await repeat(190, (n) => wrong('anna', { address: `203.0.113.${n % 10}` }));
    expect(checks).toHaveBeenCalledTimes(10);
    expect((await right('anna', { address: ELSEWHERE })).status).toBe(429);
    expect((await right('karl', { address: ELSEWHERE })).status).toBe(200);
  });

  it('count alike for an unknown account and for capital letters', async () => {
    await repeat(5, () => wrong('nobody'));
    expect((await wrong('NOBODY')).status).toBe(429);
  });

  it('are delayed by 1, 2, 4 … 60 seconds, and never refused for good', async () => {
    await repeat(5, () => wrong('anna'));
    for (const delayS of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
      step(delayS * 1_000 - 500);
      expect((await right('anna')).status).toBe(429);
      step(500);
      expect((await wrong('anna')).status).toBe(401);
    }
    step(60_000);
    expect((await right('anna')).status).toBe(200);
    // A right password gives back the delay too.
    expect((await right('anna')).status).toBe(200);
  });
});

describe('guesses from one address at many accounts', () => {
  it('leave the others behind the address alone until sixty are wrong', async () => {
    await repeat(59, (n) => wrong(`nobody-${n}`));
    expect((await right('anna')).status).toBe(200);
    await wrong('nobody');
    expect((await right('anna')).status).toBe(429);
    expect((await right('anna', { address: ELSEWHERE })).status).toBe(200);
  });

  it('delay the others by seconds and do not shut them out', async () => {
    await repeat(60, (n) => wrong(`nobody-${n}`));
    step(1_000);
    expect((await right('anna')).status).toBe(200);
    expect((await right('karl')).status).toBe(200);
  });
});

describe('a browser that has signed in to the account before', () => {
  const attack = async () => {
    await repeat(60, (n) => wrong(`nobody-${n}`));
    await repeat(10, (n) => wrong('anna', { address: `203.0.113.${n}` }));
  };

  it('is not delayed by the failures of others, also after a sign-out', async () => {
    const cookie = signedOutCookies(await right('anna'));
    await attack();
    expect((await right('anna')).status).toBe(429);
    expect((await right('anna', { cookie })).status).toBe(200);
    expect((await enter('ANNA', DEMO_PASSWORD, { cookie })).status).toBe(200);
  });

  it('is known from signing up and from refreshing', async () => {
    const body = { email: 'ny@resq.example', password: DEMO_PASSWORD };
    const signedUp = await call(app, 'POST /auth/sign-up', { body });
    const refreshed = await call(app, 'POST /auth/refresh', {
      body: {},
      headers: {
        cookie: signedUp.headers.getSetCookie()[0]!.split(';')[0]!,
        origin: ORIGIN,
        'x-resq': '1',
      },
    });
    await repeat(5, () => wrong('ny'));
    expect((await right('ny')).status).toBe(429);
    for (const answer of [signedUp, refreshed]) {
      expect((await right('ny', { cookie: signedOutCookies(answer) })).status).toBe(200);
    }
  });

  it('is delayed by its own failures, which delay no other browser', async () => {
    const cookie = signedOutCookies(await right('anna'));
    await repeat(5, () => wrong('anna', { cookie }));
    expect((await right('anna', { cookie })).status).toBe(429);
    expect((await right('anna')).status).toBe(200);
  });

  it('shares a limit of thirty with the account’s other known browsers', async () => {
    const cookies: string[] = [];
    for (let n = 0; n < 9; n += 1) cookies.push(signedOutCookies(await right('anna')));
    const [own = '', ...others] = cookies;
    const statuses = await repeat(32, (n) => wrong('anna', { cookie: others[n % 8]! }));
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429]);
    expect((await right('anna', { cookie: own })).status).toBe(429);
    expect((await right('anna')).status).toBe(200);
    step(1_000);
    expect((await right('anna', { cookie: own })).status).toBe(200);
  });

  it('is known for several accounts, and for no other one', async () => {
    const first = signedOutCookies(await right('karl'));
    const cookie = signedOutCookies(await right('lisa', { cookie: first }));
    await attack();
    expect((await right('karl', { cookie })).status).toBe(200);
    expect((await right('lisa', { cookie })).status).toBe(200);
    expect((await right('anna', { cookie })).status).toBe(429);
  });

  it('cannot be forged', async () => {
    const [name, value = ''] = signedOutCookies(await right('anna')).split('=');
    await attack();
    const [id, signature = ''] = value.split('.');
    for (const forged of [
      `other.${signature}`,
      `${id}.${signature.slice(1)}`,
      `${id}.`,
      `${id}`,
      '',
      '~~.~',
      encodeURIComponent('%00.å'),
    ]) {
      expect((await right('anna', { cookie: `${name}=${forged}` })).status).toBe(429);
    }
    expect((await right('anna', { cookie: `${name}=${value}` })).status).toBe(200);
  });

  it('holds it in a cookie that scripts cannot read and that names nobody', async () => {
    const [, cookie] = (await right('anna')).headers.getSetCookie();
    expect(cookie).toMatch(
      /^resq_known=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; Expires=.*; HttpOnly; SameSite=Strict$/,
    );
  });
});

describe('a sign-in that was renewed too often', () => {
  const renew = (cookie: string) =>
    callOnce<SignedIn>(app, 'POST /auth/refresh', {
      body: {},
      headers: { cookie, origin: ORIGIN, 'x-resq': '1' },
    });
  const cookieOf = ({ headers }: Reply<unknown>) => headers.getSetCookie()[0]?.split(';')[0] ?? '';

  it('is refused for now, and its token stays valid', async () => {
    const used = cookieOf(await right('karl'));
    const cookie = cookieOf(await renew(used));
    const take = jest
      .spyOn(app.app.get(PersonLimits), 'take')
      .mockRejectedValue(new AppError('request.rate_limited'));
    const refused = await renew(cookie);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'request.rate_limited']);
    expect(take.mock.calls[0]?.[0]).toMatchObject({ count: 600, windowS: 3_600 });
    // A repeat adds no token, so that a stolen one is still found.
    expect(cookieOf(await renew(used))).toBe(cookie);
    take.mockRestore();
    expect((await renew(cookie)).status).toBe(200);
  });
});
