import { request, type Agent } from 'node:https';

/** The push services of the browsers, each by its own name. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
/** Domains below which browser vendors run many hosts. */
const DOMAINS = ['push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'];
/** The longest known endpoints have about 700 characters; PostgreSQL indexes no more than 2,700. */
const MAX_LENGTH = 2_000;

/**
 * A subscription's address comes from the browser, and the server sends requests to it. Any other
 * address would let a user send them into the server's own network.
 * @param testHost the `host:port` of the tests' push service
 */
export function isPushService(endpoint: string, testHost: string | undefined): boolean {
  if (endpoint.length > MAX_LENGTH || !URL.canParse(endpoint)) return false;
  const { href, protocol, host, hostname, port, username, password } = new URL(endpoint);
  // Two parsers may read an address differently unless it is in its normal form.
  if (href !== endpoint || protocol !== 'https:' || username || password) return false;
  if (host === testHost) return true;
  if (port) return false;
  return HOSTS.includes(hostname) || DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
}

export const SERVICES = {
  googleapis: 'google',
  mozilla: 'mozilla',
  apple: 'apple',
  windows: 'windows',
};

/** @returns the name of the push service for metrics, which has few values; `other` for no address */
export function serviceOf(endpoint: string): string {
  const hostname = URL.canParse(endpoint) ? new URL(endpoint).hostname : '';
  const found = Object.entries(SERVICES).find(([part]) => hostname.includes(part));
  return found?.[1] ?? 'other';
}

/** The end of one request to a push service. */
export interface PushAnswer {
  /** Undefined without an answer: the network failed, or it took too long. */
  status?: number | undefined;
  /** The header of that name: seconds, or a date. */
  retryAfter?: string | undefined;
}

export interface PushOutcome {
  /** `sent`: the push service took it; `dead`: the subscription has ended; `withdrawn`: it was not sent. */
  result: 'sent' | 'dead' | 'failed' | 'withdrawn';
  /** When it may be sent again; null when that would fail as well. */
  retryAt: Date | null;
  /** No answer came, so the push service may have taken it all the same. */
  isUnknown?: boolean;
}

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Interprets an answer by RFC 8030. A redirect is a failure, because it could lead anywhere.
 * @param attempt counts from 1
 */
export function outcomeOf(
  { status, retryAfter }: PushAnswer,
  attempt: number,
  now: Date,
): PushOutcome {
  if (status !== undefined && status >= 200 && status < 300)
    return { result: 'sent', retryAt: null };
  if (status === 404 || status === 410) return { result: 'dead', retryAt: null };
  const isPassing = status === undefined || status === 408 || status === 429 || status >= 500;
  if (!isPassing) return { result: 'failed', retryAt: null };
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS);
  const retryAtMs = now.getTime() + Math.max(delayMs, requestedDelay(retryAfter, now));
  return { result: 'failed', retryAt: new Date(retryAtMs), isUnknown: status === undefined };
}

function requestedDelay(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isNaN(delayMs) ? 0 : Math.min(delayMs, DAY_MS);
}

/** Push services answer with a few bytes; more is not worth reading. */
const MAX_ANSWER_BYTES = 64 * 1024;

interface PostOptions {
  headers: Record<string, string | number>;
  body: Buffer | null;
  agent: Agent;
  rejectUnauthorized: boolean;
  /** For the whole request, from its connection to the status. */
  timeoutMs: number;
}

/**
 * Sends one request to a push service. Node's client follows no redirects.
 * @returns an empty answer when the network failed or it took too long
 */
export function postPush(endpoint: string, options: PostOptions): Promise<PushAnswer> {
  const { body, timeoutMs, ...rest } = options;
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = request(endpoint, { method: 'POST', ...rest, signal });
    outgoing.on('error', () => resolve({}));
    outgoing.on('response', (response) => {
      resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] });
      let bytes = 0;
      response.on('error', () => undefined);
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) response.destroy();
      });
    });
    outgoing.end(body);
  });
}
