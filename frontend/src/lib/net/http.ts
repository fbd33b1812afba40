import type { ErrorCode, ErrorResult } from '@contract/errors';
import { UNAVAILABLE } from '@contract/unavailable';

/** A failed call: the server refused it, or could not be reached (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: ErrorCode | 'network.unreachable' | 'auth.cookies_refused',
    message: string,
    readonly fields?: Record<string, string>,
    /** When the server has room for the same request, in milliseconds from its answer. */
    readonly retryInMs?: number,
  ) {
    super(message);
  }

  /**
   * True when the server refused the request, so that `message` tells a user why. Whether another
   * attempt could succeed is decided by `isFinal`: a wrong password is a refusal and not final.
   */
  get isRefusal(): boolean {
    return this.status > 0 && this.status < 500;
  }
}

export interface FailureTexts {
  title: string;
  text: string;
}

/** @returns the Swedish texts to show for a failed call */
export function failureTexts(error: unknown): FailureTexts {
  const refused = error instanceof ApiError && error.isRefusal;
  return { title: 'Ett fel uppstod', text: refused ? error.message : 'Försök igen senare' };
}

export interface RequestOptions {
  /** Sends the access token, and renews it once when it is refused. Default true. */
  auth?: boolean;
  timeoutMs?: number;
  /** The request goes on when the page is closed meanwhile; for small bodies. */
  keepalive?: boolean;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export interface TokenSource {
  /** @returns undefined when signed out, or while no token can be obtained */
  current(): Promise<string | undefined>;
  /** @returns a token other than the refused one */
  replace(refused: string): Promise<string | undefined>;
}

const DEFAULT_TIMEOUT_MS = 10_000;

let tokens: TokenSource | undefined;
let confirmSession: (() => Promise<boolean>) | undefined;
let answered: (() => void) | undefined;

/** The session passes its tokens in, so that this file does not import the session. */
export function setTokenSource(source: TokenSource): void {
  tokens = source;
}

/** @param listener called after each answer of the server, which is never a proxy's page */
export function onAnswer(listener: () => void): void {
  answered = listener;
}

/** @param confirm obtains a code from the user, and returns whether it has confirmed the session */
export function setConfirmationPrompt(confirm: () => Promise<boolean>): void {
  confirmSession = confirm;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Repeats the request when the server first wants the session confirmed with a code.
 * @param path below `/api`, beginning with a slash
 * @throws ApiError; an abort by the caller's own signal passes through as it is
 */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<T> {
  const call = () => withToken<T>(method, path, body, options);
  try {
    return await call();
  } catch (error) {
    const asksCode = (error as ApiError).code === 'second_factor.confirmation_required';
    if (!asksCode || !(await confirmSession?.())) throw error;
    return call();
  }
}

/** Renewing the token is part of the request's time: whoever waits must learn in time that it failed. */
async function withToken<T>(
  method: Method,
  path: string,
  body: unknown,
  options: RequestOptions,
): Promise<T> {
  const source = options.auth === false ? undefined : tokens;
  return withinTime(options, async (signal) => {
    const call = (token?: string) => send<T>(method, path, body, { ...options, signal }, token);
    const token = source && (await source.current());
    try {
      return await call(token);
    } catch (error) {
      if (!token || !(error instanceof ApiError) || error.status !== 401) throw error;
      const fresh = await source?.replace(token);
      if (!fresh) throw error;
      return call(fresh);
    }
  });
}

/** @param work given a signal that aborts with the caller's own, and when the time is over */
async function withinTime<T>(
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: RequestOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    return await Promise.race([work(stop.signal), aborted(stop.signal)]);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    throw notReached();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

const notReached = (): ApiError => new ApiError(0, 'network.unreachable', 'Servern svarar inte.');

async function send<T>(
  method: Method,
  path: string,
  body: unknown,
  { keepalive = false, signal, headers }: RequestOptions,
  token?: string,
): Promise<T> {
  signal?.throwIfAborted();
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    keepalive,
    signal,
  });
  if (!response.ok) throw await refusal(response);
  const answer: unknown = response.status === 204 ? undefined : await response.json();
  answered?.();
  return answer as T;
}

/**
 * Reads the error. A proxy or a captive portal may answer instead, which decides nothing: its 401 must
 * not sign out, and its 403 must not end a press.
 */
async function refusal(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch(() => undefined)) as Partial<ErrorResult> | undefined;
  const error = answer?.error;
  if (error && typeof error.code === 'string' && typeof error.requestId === 'string') {
    const { code, message, fields, retryInMs } = error;
    return new ApiError(response.status, code, message, fields, retryInMs);
  }
  if (response.status < 500) return notReached();
  return new ApiError(response.status, 'system.unavailable', UNAVAILABLE.message);
}
