import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import type { ErrorResult } from '../../src/contract/errors.js';
import type {
  ClientToServerEvents,
  HandshakeAuth,
  ServerToClientEvents,
} from '../../src/contract/events.js';
import type { Me, SignedIn } from '../../src/contract/http.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo.people.js';
import { ORIGIN, type TestApp } from './start-app.js';

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

/** One HTTP call, as a browser would make it. */
export async function call<T = unknown>(
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

/** As a tab does it: whoever hears in time that nothing was kept asks again, the same. */
export async function untilSaved<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

export interface Person {
  token: string;
  userId: string;
  membershipId: string;
  buildingId: string;
  cookie: string;
}

/** Signs a demo person in: `anna` (manager), `karl`, `lisa`, `otto` (another building), `admin`. */
export async function signIn(
  app: { url: string },
  name: string,
  headers?: Record<string, string>,
): Promise<Person> {
  const email = `${name}@resq.example`;
  const answer = await call<SignedIn>(app, 'POST /auth/sign-in', {
    body: { email, password: DEMO_PASSWORD },
    headers,
  });
  return describePerson(app, answer.body, answer.headers);
}

/** A new account; with a name also a member of the demo building. */
export async function newPerson(app: TestApp, home?: { name: string; apartment: string }) {
  const email = `${randomUUID()}@resq.example`;
  const { body, headers } = await call<SignedIn>(app, 'POST /auth/sign-up', {
    body: { email, password: 'hemligt-nog' },
  });
  if (home) await call(app, 'POST /demo/join', { token: body.accessToken, body: home });
  return describePerson(app, body, headers);
}

async function describePerson(
  app: { url: string },
  signedIn: SignedIn,
  headers: Headers,
): Promise<Person> {
  const { body: me } = await call<Me>(app, 'GET /auth/me', { token: signedIn.accessToken });
  return {
    token: signedIn.accessToken,
    userId: signedIn.user.id,
    membershipId: me.memberships[0]?.id ?? '',
    buildingId: me.memberships[0]?.building.id ?? '',
    cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '',
  };
}

type Events = ServerToClientEvents;
type EventName = keyof Events & string;
export type Payload<N extends EventName> = Parameters<Events[N]>[0];

/** A tab's connection that remembers everything it was sent. */
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
    const note = (name: string, payload: unknown): void => {
      this.received.push({ name, payload });
      this.waiting.splice(0).forEach((wake) => wake());
    };
    this.socket.onAny((name: string, payload: unknown) => note(name, payload));
    this.socket.on('connect_error', (error) =>
      note('connect_error', (error as Error & { data?: unknown }).data),
    );
    this.socket.on('disconnect', (reason) => note('disconnect', reason));
  }

  /** Everything received under this name so far. */
  all<N extends EventName>(name: N): Payload<N>[] {
    return this.received.filter((e) => e.name === name).map((e) => e.payload as Payload<N>);
  }

  /** Waits until `count` payloads of this name are here; the test's own timeout is the limit. */
  async until<N extends EventName>(name: N, count = 1): Promise<Payload<N>> {
    await this.untilAny(name, count);
    return this.all(name)[count - 1] as Payload<N>;
  }

  async untilAny(name: string, count = 1): Promise<unknown> {
    const found = (): { payload: unknown }[] => this.received.filter((e) => e.name === name);
    while (found().length < count) {
      await new Promise<void>((wake) => this.waiting.push(wake));
    }
    return found()[count - 1]?.payload;
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** A tab that is connected and brought up to date. */
export async function openTab(
  app: { url: string },
  { token }: { token: string },
  origin = ORIGIN,
): Promise<Tab> {
  const tab = new Tab(app, { token }, origin);
  await tab.until('sync');
  return tab;
}
