import { randomUUID } from 'node:crypto';
import type { ErrorResult } from '../../../../src/contract/errors.js';
import type { Me, SignedIn } from '../../../../src/contract/http.js';
import { promised, until } from '../../../support/wait-until.js';

const PASSWORD = 'demo-storgatan-12';
const TIMEOUT_MS = promised(5_000);
const SEEDED_MS = 60_000;

interface Call {
  token?: string;
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Reply<T> {
  status: number;
  body: T & ErrorResult;
  headers: Headers;
}

/** @throws when nothing answers in time */
export async function call<T>(
  base: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { token, body, headers, signal }: Call = {},
): Promise<Reply<T>> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  const text = await response.text();
  return {
    status: response.status,
    body: JSON.parse(text || '{}') as T & ErrorResult,
    headers: response.headers,
  };
}

export interface Person {
  name: string;
  /** The origin that its browser sends. */
  origin: string;
  token: string;
  cookie: string;
  userId: string;
  membershipId: string;
  buildingId: string;
}

/**
 * Signs in, and retries until the demo's accounts exist: a node can be ready before its seeding.
 * @param name `anna` (manager), `karl`, `lisa` or `otto` (manager of another building)
 */
export async function signIn(base: string, name: string, origin: string): Promise<Person> {
  const body = { email: `${name}@resq.example`, password: PASSWORD };
  let reply: Reply<SignedIn> | undefined;
  await until(`${name} can sign in`, SEEDED_MS, async () => {
    reply = await call<SignedIn>(base, 'POST', '/auth/sign-in', { body });
    return reply.status === 200;
  });
  return describe(base, name, origin, reply!);
}

/** Creates an account. @param apartment its home in the demo building; default: no membership */
export async function newAccount(
  base: string,
  origin: string,
  apartment?: string,
): Promise<Person> {
  const credentials = { email: `${randomUUID()}@resq.example`, password: PASSWORD };
  const signedUp = await call<SignedIn>(base, 'POST', '/auth/sign-up', { body: credentials });
  const body = { name: `Granne ${apartment}`, apartment };
  if (apartment) await call(base, 'POST', '/demo/join', { token: signedUp.body.accessToken, body });
  return describe(base, apartment ?? 'stranger', origin, signedUp);
}

/** Adds a member to the demo building. */
export const newMember = (base: string, apartment: string, origin: string): Promise<Person> =>
  newAccount(base, origin, apartment);

async function describe(
  base: string,
  name: string,
  origin: string,
  reply: Reply<SignedIn>,
): Promise<Person> {
  const { accessToken: token, user } = reply.body;
  const { body: me } = await call<Me>(base, 'GET', '/auth/me', { token });
  return {
    name,
    origin,
    token,
    cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    userId: user.id,
    membershipId: me.memberships[0]?.id ?? '',
    buildingId: me.memberships[0]?.building.id ?? '',
  };
}

/** Gets a fresh access token of the same sign-in. */
export async function renew(base: string, person: Person): Promise<void> {
  const headers = { cookie: person.cookie, origin: person.origin, 'x-resq': '1' };
  const reply = await call<SignedIn>(base, 'POST', '/auth/refresh', { body: {}, headers });
  if (reply.status !== 200)
    throw new Error(`the access token was not renewed: ${reply.body.error.code}`);
  person.token = reply.body.accessToken;
  person.cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? person.cookie;
}
