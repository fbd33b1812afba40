import type {
  Alarm,
  AlarmResponse,
  AlarmType,
  AmendRequest,
  HelpView,
  Mute,
  Outcome,
  Reach,
  ReceiptLevel,
} from '@contract/alarm';
import type { Ack, ClientToServerEvents, RespondRequest } from '@contract/events';
import type { AlarmDetails, Page, PastAlarm } from '@contract/http';
import { deviceId } from '../../../lib/browser/ids.js';
import { ApiError, request } from '../../../lib/net/http.js';
import { type Acknowledged, emitWithAck, socket } from '../../../lib/realtime/socket.js';

const post = <T>(path: string, body?: object) =>
  request<T>('POST', path, body, { timeoutMs: HTTP_MS });

/** @throws ApiError for a refusal, or with status 0 when the server could not be reached */
export function sendResponse(alarmId: string, body: RespondRequest): Promise<AlarmResponse> {
  return socketOrHttp(
    async () => (await overSocket('alarm:respond', { alarmId, ...body })).answer,
    () => post(`/alarms/${alarmId}/responses`, body),
    HEDGE_AFTER_MS,
  );
}

/** @throws ApiError as `sendResponse` does */
export function sendMute(alarmId: string, muted: boolean): Promise<Mute> {
  return socketOrHttp(
    async () => (await overSocket('alarm:mute', { alarmId, muted })).mute,
    () => post(`/alarms/${alarmId}/mute`, { muted }),
    HEDGE_AFTER_MS,
  );
}

/** @throws ApiError as `sendResponse` does */
export function sendEnd(alarmId: string, outcome: Outcome): Promise<unknown> {
  return socketOrHttp<unknown>(
    () => overSocket('alarm:end', { alarmId, outcome }),
    () => post(`/alarms/${alarmId}/end`, { outcome }),
    HEDGE_AFTER_MS,
  );
}

/** @throws ApiError as `sendResponse` does */
export function sendReceipt(
  alarmId: string,
  level: ReceiptLevel,
  helpAt?: string,
): Promise<unknown> {
  const body = { deviceId: deviceId(), level, ...(helpAt && { helpAt }) };
  // The tab may be closing, and the sender waits for its receipt.
  const options = { timeoutMs: HTTP_MS, keepalive: true };
  return socketOrHttp<unknown>(
    () => overSocket('alarm:receipt', { alarmId, ...body }),
    () => request('POST', `/alarms/${alarmId}/receipts`, body, options),
  );
}

/** @throws ApiError as `sendResponse` does */
export async function sendAmendment(alarmId: string, change: AmendRequest): Promise<Alarm> {
  const options = { timeoutMs: HTTP_MS };
  return (await request<{ alarm: Alarm }>('PATCH', `/alarms/${alarmId}`, change, options)).alarm;
}

/** @throws ApiError as `sendResponse` does */
export async function sendExtension(alarmId: string): Promise<Alarm> {
  return (await post<{ alarm: Alarm }>(`/alarms/${alarmId}/extend`)).alarm;
}

export const fetchAlarm = (alarmId: string, signal: AbortSignal): Promise<AlarmDetails> =>
  request<AlarmDetails>('GET', `/alarms/${alarmId}`, undefined, { signal });

interface AlarmQuery {
  type?: AlarmType;
  exercise?: boolean;
  /** The `next` of the page before. */
  before?: string | undefined;
}

/** @returns a page of the building's alarms, the newest first, including active ones */
export function fetchAlarms(
  buildingId: string,
  query: AlarmQuery = {},
  signal?: AbortSignal,
): Promise<Page<PastAlarm>> {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  const path = `/buildings/${buildingId}/alarms${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
  return request<Page<PastAlarm>>('GET', path, undefined, { signal });
}

export function fetchReach(alarmId: string, signal: AbortSignal): Promise<Reach> {
  return request<Reach>('GET', `/alarms/${alarmId}/reach`, undefined, { signal });
}

export function fetchHelp(alarmId: string, signal: AbortSignal): Promise<HelpView> {
  return request<HelpView>('GET', `/alarms/${alarmId}/help`, undefined, { signal });
}

/** Longer than 99 of 100 answers take: a socket that still owes one may be half open. */
export const HEDGE_AFTER_MS = 300;

export const HTTP_MS = 5_000;

/**
 * Uses the socket, or HTTP when the socket is down, does not reply or has an expired token.
 * @param hedgeAfterMs how long the socket may owe its reply before HTTP is tried beside it; only for
 *   what the server may receive twice (decision 73)
 */
export function socketOrHttp<T>(
  bySocket: () => Promise<T>,
  byHttp: () => Promise<T>,
  hedgeAfterMs = HTTP_MS,
): Promise<T> {
  if (!socket.connected) return byHttp();
  let hedge: Promise<T> | undefined;
  const overHttp = () => (hedge ??= byHttp());
  return new Promise<T>((resolve, reject) => {
    // When HTTP fails, the socket may still reply.
    const timer = setTimeout(() => void overHttp().then(resolve, () => undefined), hedgeAfterMs);
    const replied = bySocket().catch((error: unknown) => {
      if (error instanceof ApiError && error.status !== 401) throw error;
      return overHttp();
    });
    void replied.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @throws ApiError for a refusal, as an HTTP request does */
export async function overSocket<E extends keyof ClientToServerEvents>(
  event: E,
  body: Parameters<ClientToServerEvents[E]>[0],
): Promise<Extract<Acknowledged<E>, { ok: true }>> {
  const ack = (await emitWithAck(event, body)) as Ack;
  if (ack.ok) return ack as Extract<Acknowledged<E>, { ok: true }>;
  // A node of an older build sends no status; another attempt may meet a newer one.
  const { status = 500, code, message, fields, retryInMs } = ack.error;
  throw new ApiError(status, code, message, fields, retryInMs);
}
