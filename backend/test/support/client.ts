import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { DeviceStateRequest } from '../../src/contract/devices.js';
import type { ErrorResult } from '../../src/contract/errors.js';
import type {
  ClientToServerEvents,
  HandshakeAuth,
  ServerToClientEvents,
} from '../../src/contract/events.js';
import type { Me, SignedIn } from '../../src/contract/http.js';
import type { AlarmServer } from '../../src/modules/alarms/live/socket.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { IO } from '../../src/platform/tokens.js';
import { ORIGIN, type TestApp } from './start-app.js';
import { ARRIVES_MS } from './wait-until.js';

export interface Reply<T> {
  status: number;
  body: T & ErrorResult;
  headers: Headers;
}

interface Call {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Makes an HTTP call as a browser does. In a run that may share its machine with other work it asks again
 * after a 503, as a tab does: a busy node refuses what can wait. A test of such a refusal uses `callOnce`.
 * @throws when it and all that ask at the same time get nothing else for `ARRIVES_MS`
 */
export function call<T = unknown>(
  node: { url: string },
  route: string,
  options?: Call,
): Promise<Reply<T>> {
  const once = () => callOnce<T>(node, route, options);
  return process.env['TEST_WITHOUT_BOUNDS'] ? untilSaved(once) : once();
}

/** Makes one HTTP call as a browser does. */
export async function callOnce<T = unknown>(
  { url }: { url: string },
  route: string,
  { token, body, headers }: Call = {},
): Promise<Reply<T>> {
  const [method = 'GET', path = ''] = route.split(' ');
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : {};
  return { status: response.status, body: parsed as T & ErrorResult, headers: response.headers };
}

/**
 * Repeats a call while it is answered with 503, as a tab does.
 * @throws when it and all that ask at the same time get nothing else for `ARRIVES_MS`
 */
export const untilSaved = <T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> =>
  whileRefused([503], ask);

/**
 * Repeats a sign-in or a sign-up while the server is too busy: its queue of hashes refuses with 429.
 * @throws as `untilSaved` does
 */
export const untilLetIn = <T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> =>
  whileRefused([429, 503], ask);

/** For a refusal that names no time. A hundred that asked again at once would keep each other out. */
const RETRY_MS = 400;

/** When one of these calls last got another answer: of a hundred, the last one waits for all others. */
let progressAtMs = -Infinity;

async function whileRefused<T>(
  statuses: number[],
  ask: () => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const beganMs = performance.now();
  while (performance.now() < Math.max(beganMs, progressAtMs) + ARRIVES_MS) {
    const answer = await ask();
    if (!statuses.includes(answer.status)) {
      progressAtMs = performance.now();
      return answer;
    }
    const { retryInMs } = answer.body.error;
    await pause(retryInMs ?? RETRY_MS * (0.5 + Math.random()));
  }
  throw new Error(`nothing but ${statuses.join(' or ')} for ${ARRIVES_MS} ms`);
}

let lastSignIn: Promise<unknown> = Promise.resolve();

/**
 * Signs people in one after the other. Passwords are hashed in threads of low priority, and on a busy
 * machine the last of many simultaneous sign-ins would wait longer than the server's queue allows.
 */
function serialize<T>(signIn: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const done = lastSignIn.then(() => untilLetIn(signIn));
  lastSignIn = done.catch(() => undefined);
  return done;
}

export interface Person {
  token: string;
  userId: string;
  membershipId: string;
  buildingId: string;
  cookie: string;
}

/** Signs in as `anna` (manager), `karl`, `lisa`, `otto` (of another building) or `admin`. */
export async function signIn(
  app: { url: string },
  name: string,
  headers?: Record<string, string>,
): Promise<Person> {
  const email = `${name}@resq.example`;
  const body = { email, password: DEMO_PASSWORD };
  const answer = await serialize(() =>
    call<SignedIn>(app, 'POST /auth/sign-in', { body, headers }),
  );
  return describePerson(app, answer.body, answer.headers);
}

/** Creates an account; with a home it also becomes a member of the demo building. */
export async function newPerson(app: { url: string }, home?: { name: string; apartment: string }) {
  const email = `${randomUUID()}@resq.example`;
  const account = { email, password: 'hemligt-nog' };
  const { body, headers } = await serialize(() =>
    call<SignedIn>(app, 'POST /auth/sign-up', { body: account }),
  );
  if (home) await call(app, 'POST /demo/join', { token: body.accessToken, body: home });
  return describePerson(app, body, headers);
}

async function describePerson(
  app: { url: string },
  signedIn: SignedIn,
  headers: Headers,
): Promise<Person> {
  const me = await call<Me>(app, 'GET /auth/me', { token: signedIn.accessToken });
  if (me.status !== 200) throw new Error(`${me.status} ${me.body.error.code} after a sign-in`);
  return {
    token: signedIn.accessToken,
    userId: signedIn.user.id,
    membershipId: me.body.memberships[0]?.id ?? '',
    buildingId: me.body.memberships[0]?.building.id ?? '',
    cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '',
  };
}

type Events = ServerToClientEvents;
type EventName = keyof Events & string;
export type Payload<N extends EventName> = Parameters<Events[N]>[0];

/** A tab's connection that records everything it receives. */
export class Tab {
  readonly received: { name: string; payload: unknown }[] = [];
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  private waiting: (() => void)[] = [];

  constructor(
    app: { url: string },
    auth: Partial<HandshakeAuth>,
    origin: string | null = ORIGIN,
    userAgent?: string,
  ) {
    this.socket = io(app.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { deviceId: randomUUID(), ...auth },
      extraHeaders: {
        ...(origin !== null && { Origin: origin }),
        ...(userAgent && { 'User-Agent': userAgent }),
      },
    });
    const record = (name: string, payload: unknown): void => {
      this.received.push({ name, payload });
      this.waiting.splice(0).forEach((wake) => wake());
    };
    this.socket.onAny((name: string, payload: unknown) => record(name, payload));
    this.socket.on('connect_error', (error) =>
      record('connect_error', (error as Error & { data?: unknown }).data),
    );
    this.socket.on('disconnect', (reason) => record('disconnect', reason));
  }

  /** @returns everything received under this name so far */
  all<N extends EventName>(name: N): Payload<N>[] {
    return this.received.filter((e) => e.name === name).map((e) => e.payload as Payload<N>);
  }

  /**
   * Waits for the n-th payload of this name.
   * @throws an error that names the events received instead
   */
  async until<N extends EventName>(name: N, count = 1): Promise<Payload<N>> {
    await this.untilAny(name, count);
    return this.all(name)[count - 1]!;
  }

  async untilAny(name: string, count = 1): Promise<unknown> {
    const found = (): { payload: unknown }[] => this.received.filter((e) => e.name === name);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const names = this.received.map((e) => e.name).join(', ') || 'nothing';
        reject(new Error(`no ${name} (number ${count}) within ${ARRIVES_MS} ms, only: ${names}`));
      }, ARRIVES_MS).unref();
    });
    try {
      while (found().length < count) {
        await Promise.race([new Promise<void>((wake) => this.waiting.push(wake)), late]);
      }
    } finally {
      clearTimeout(timer);
    }
    return found()[count - 1]?.payload;
  }

  /**
   * Waits for an answer on this connection. A connection delivers in order, so everything that the
   * server sent before has arrived by then. An event that is missing was not sent.
   */
  async roundTrip(): Promise<void> {
    const refused = {} as DeviceStateRequest;
    await this.socket.timeout(ARRIVES_MS).emitWithAck('device:state', refused);
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** @returns a tab that is connected and up to date */
export async function openTab(
  app: { url: string },
  { token }: { token: string },
  origin = ORIGIN,
): Promise<Tab> {
  const tab = new Tab(app, { token }, origin);
  await tab.until('sync');
  return tab;
}

/**
 * A tab renews its token every ten minutes. Without this, a longer step of the clock would end the
 * connection as soon as the sweep of every second has seen it.
 */
export function outlastToken({ app }: TestApp, { socket: { id = '' } }: Tab): void {
  const { sockets } = app.get<AlarmServer>(IO).of('/');
  Object.assign(sockets.get(id)?.data ?? {}, { tokenEndsAtMs: Infinity });
}
