import type {
  Alarm,
  AmendRequest,
  AlarmResponse,
  HelpView,
  Outcome,
  Mute,
  Reach,
  ReceiptLevel,
  ResponseKind,
} from '@contract/alarm';
import type { AlarmDetails, Page } from '@contract/http';
import { request } from '../../../lib/net/http.js';
import { deviceId } from '../../../lib/browser/ids.js';
import { ask } from '../../../lib/realtime/socket.js';
import { BESIDE_MS } from './beside.js';
import { eitherWay, HTTP_MS, SOCKET_MS, unwrap } from './socket-or-http.js';

/** @throws ApiError for a refusal, or with status 0 when the server could not be reached */
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
    BESIDE_MS,
  );
}

/** @throws ApiError as `sendResponse` does */
export function sendMute(alarmId: string, muted: boolean): Promise<Mute> {
  return eitherWay(
    async () => unwrap(await ask('alarm:mute', { alarmId, muted }, SOCKET_MS)).mute,
    () => request('POST', `/alarms/${alarmId}/mute`, { muted }, { timeoutMs: HTTP_MS }),
    BESIDE_MS,
  );
}

/** @throws ApiError as `sendResponse` does */
export function sendEnd(alarmId: string, outcome: Outcome): Promise<void> {
  return eitherWay(
    async () => void unwrap(await ask('alarm:end', { alarmId, outcome }, SOCKET_MS)),
    () => request('POST', `/alarms/${alarmId}/end`, { outcome }, { timeoutMs: HTTP_MS }),
    BESIDE_MS,
  );
}

/** @throws ApiError as `sendResponse` does */
export function sendReceipt(alarmId: string, level: ReceiptLevel, helpAt?: string): Promise<void> {
  const body = { deviceId: deviceId(), level, ...(helpAt && { helpAt }) };
  // The tab may be closing, and the sender waits for its receipt.
  const options = { timeoutMs: HTTP_MS, keepalive: true };
  return eitherWay(
    async () => void unwrap(await ask('alarm:receipt', { alarmId, ...body }, SOCKET_MS)),
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
  const path = `/alarms/${alarmId}/extend`;
  const options = { timeoutMs: HTTP_MS };
  return (await request<{ alarm: Alarm }>('POST', path, undefined, options)).alarm;
}

export async function fetchAlarm(alarmId: string, signal: AbortSignal): Promise<Alarm> {
  const path = `/alarms/${alarmId}`;
  return (await request<AlarmDetails>('GET', path, undefined, { signal })).alarm;
}

/** @returns the building's latest alarms, the newest first, including active ones */
export async function fetchLatest(buildingId: string, signal: AbortSignal): Promise<Alarm[]> {
  const path = `/buildings/${buildingId}/alarms`;
  return (await request<Page<Alarm>>('GET', path, undefined, { signal })).items;
}

export function fetchReach(alarmId: string, signal: AbortSignal): Promise<Reach> {
  return request<Reach>('GET', `/alarms/${alarmId}/reach`, undefined, { signal });
}

export function fetchHelp(alarmId: string, signal: AbortSignal): Promise<HelpView> {
  return request<HelpView>('GET', `/alarms/${alarmId}/help`, undefined, { signal });
}
