import type { Device, DeviceName } from '@contract/devices';
import type { Membership, Page, SignInSession } from '@contract/http';
import type { PushTest } from '@contract/push';
import { request } from '../../lib/net/http.js';

const EXPORT_TIMEOUT_MS = 60_000;

export const listSignIns = (signal?: AbortSignal) =>
  request<SignInSession[]>('GET', '/auth/sessions', undefined, { signal });

export const endSignIn = (id: string) => request<undefined>('DELETE', `/auth/sessions/${id}`);

export const listDevices = async (signal?: AbortSignal) =>
  (await request<Page<Device>>('GET', '/devices', undefined, { signal })).items;

export const forgetDevice = (id: string) => request<undefined>('DELETE', `/devices/${id}`);

/** @param name an empty one takes the present name away */
export const renameDevice = (id: string, name: string) =>
  request<DeviceName>('PATCH', `/devices/${id}`, { name });

/** Sends a test push to one of the user's devices. */
export const testDevice = (deviceId: string) =>
  request<PushTest>('POST', '/push/test', { deviceId });

export interface OwnHome {
  name: string;
  /** Empty for a manager who does not live in the building. */
  apartment: string;
  /** Empty when the building has only one entrance. */
  entrance: string;
}

export const changeHome = (id: string, { apartment, ...home }: OwnHome) =>
  request<Membership>('PATCH', `/memberships/${id}`, { ...home, ...(apartment && { apartment }) });

export const leaveBuilding = (id: string) => request<undefined>('DELETE', `/memberships/${id}`);

export const changePassword = (current: string, password: string) =>
  request<undefined>('POST', '/auth/password', { current, password });

export const requestResetLink = () => request<undefined>('POST', '/auth/reset-request');

export const withdrawResetLink = () => request<undefined>('DELETE', '/auth/reset-link');

export const exportAll = (password: string) =>
  request<Record<string, unknown>>(
    'POST',
    '/auth/me/export',
    { password },
    { timeoutMs: EXPORT_TIMEOUT_MS },
  );

export const closeAccount = (password: string) =>
  request<undefined>('POST', '/auth/me/close', { password });
