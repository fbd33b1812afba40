import type {
  Alarm,
  AmendRequest,
  AlarmResponse,
  Outcome,
  Mute,
  RaiseResult,
  Reach,
  ReceiptLevel,
  ResponseKind,
} from '@contract/alarm';
import type { Ack } from '@contract/events';
import { ERRORS } from '@contract/errors';
import type { AlarmDetails, Page } from '@contract/http';
import { ApiError, request } from '../../../lib/net/http.js';
import { deviceId } from '../../../lib/browser/ids.js';
import { ask, socket } from '../../../lib/realtime/socket.js';
import type { Press, SendTransport } from '../send/send-loop.js';

const SOCKET_MS = 5_000;
const HTTP_MS = 5_000;

export const transport: SendTransport = {
  // What is given to a socket without a network stays in it and goes out whenever the network is
  // back, also when the person was told long ago that it was not sent. A request just fails.
  socketIsUp: () => socket.connected && navigator.onLine,
  isOnline: () => navigator.onLine,
  bySocket: async (press) => unwrap(await ask('alarm:raise', press, SOCKET_MS)),
  byHttp: ({ buildingId, ...body }: Press, signal) =>
    request<RaiseResult>('POST', `/buildings/${buildingId}/alarms`, body, {
      signal,
      timeoutMs: HTTP_MS,
    }),
};

/** @throws ApiError what the server refused, or status 0 when it could not be reached */
export function sendResponse(
  alarmId: string,
  response: ResponseKind,
  place?: string,
): Promise<AlarmResponse> {
  const body = { response, ...(place !== undefined && { place }) };
  return eitherWay(
    async () => unwrap(await ask('alarm:respond', { alarmId, ...body }, SOCKET_MS)).answer,
    async () => {
      await request('POST', `/alarms/${alarmId}/responses`, body, { timeoutMs: HTTP_MS });
      return { alarmId, ...body, at: new Date().toISOString() };
    },
  );
}

/** @throws ApiError as above */
export function sendMute(alarmId: string, muted: boolean): Promise<Mute> {
  return eitherWay(
    async () => unwrap(await ask('alarm:mute', { alarmId, muted }, SOCKET_MS)).mute,
    () => request('POST', `/alarms/${alarmId}/mute`, { muted }, { timeoutMs: HTTP_MS }),
  );
}

/** @throws ApiError as above */
export function sendEnd(alarmId: string, outcome: Outcome): Promise<void> {
  return eitherWay(
    async () => void unwrap(await ask('alarm:end', { alarmId, outcome }, SOCKET_MS)),
    () => request('POST', `/alarms/${alarmId}/end`, { outcome }, { timeoutMs: HTTP_MS }),
  );
}

/** @throws ApiError as above */
export function sendReceipt(alarmId: string, level: ReceiptLevel): Promise<void> {
  const body = { deviceId: deviceId(), level };
  return eitherWay(
    async () => void unwrap(await ask('alarm:receipt', { alarmId, ...body }, SOCKET_MS)),
    () => request('POST', `/alarms/${alarmId}/receipts`, body, { timeoutMs: HTTP_MS }),
  );
}

/** @throws ApiError as above */
export async function sendAmendment(alarmId: string, told: AmendRequest): Promise<Alarm> {
  const options = { timeoutMs: HTTP_MS };
  return (await request<{ alarm: Alarm }>('PATCH', `/alarms/${alarmId}`, told, options)).alarm;
}

/** @throws ApiError as above */
export async function sendExtension(alarmId: string): Promise<Alarm> {
  const path = `/alarms/${alarmId}/extend`;
  const options = { timeoutMs: HTTP_MS };
  return (await request<{ alarm: Alarm }>('POST', path, undefined, options)).alarm;
}

export async function fetchAlarm(alarmId: string, signal: AbortSignal): Promise<Alarm> {
  const path = `/alarms/${alarmId}`;
  return (await request<AlarmDetails>('GET', path, undefined, { signal })).alarm;
}

/** @returns the newest ones first, those that go on too */
export async function fetchLatest(buildingId: string, signal: AbortSignal): Promise<Alarm[]> {
  const path = `/buildings/${buildingId}/alarms`;
  return (await request<Page<Alarm>>('GET', path, undefined, { signal })).items;
}

export function fetchReach(alarmId: string, signal: AbortSignal): Promise<Reach> {
  return request<Reach>('GET', `/alarms/${alarmId}/reach`, undefined, { signal });
}

/** By the socket while it is up; by HTTP when that fails or its token is too old. */
async function eitherWay<T>(bySocket: () => Promise<T>, byHttp: () => Promise<T>): Promise<T> {
  if (!socket.connected) return byHttp();
  try {
    return await bySocket();
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) throw error;
    return byHttp();
  }
}

/** @throws ApiError for a refusal, as HTTP would */
function unwrap<T extends object>(ack: Ack<T>): T {
  if (ack.ok) return ack;
  const { code, message, fields } = ack.error;
  // A newer server may know a code that this page does not.
  throw new ApiError(ERRORS[code]?.status ?? 500, code, message, fields);
}
