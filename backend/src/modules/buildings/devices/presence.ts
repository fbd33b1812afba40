import type { PushState, SoundState } from '../../../contract/devices.js';
import { deviceLabel } from '../../../platform/http/request-headers.js';

/** A node without a heartbeat for this long counts as dead, and its devices as disconnected. */
export const NODE_LOST_MS = 10_000;

export interface DeviceKey {
  userId: string;
  deviceId: string;
}

/** The state that one connection reports of its device. */
export interface Report extends DeviceKey {
  userAgent: string | undefined;
  sound: SoundState;
  push: PushState;
}

/** A device that is connected to this node. */
export interface PresentDevice extends DeviceKey {
  label: string;
  sound: SoundState;
  push: PushState;
  armed: boolean;
  /** The time of a test that was just confirmed; null when the user could not hear the sound. */
  testedAt: Date | null | undefined;
}

export const keyOf = ({ userId, deviceId }: DeviceKey): string => `${userId} ${deviceId}`;

export function parseKey(key: string): DeviceKey {
  const [userId = '', deviceId = ''] = key.split(' ');
  return { userId, deviceId };
}

/**
 * @param reports of the device's connections, the oldest first; at least one
 * @param testedAt the time of a test that was just confirmed
 * @returns the state of the device: that of its last armed tab, or of its last tab when none is armed
 */
export function presentDevice(
  reports: readonly Report[],
  testedAt: Date | null | undefined,
): PresentDevice {
  const last = reports.findLast(({ sound }) => sound === 'armed') ?? reports.at(-1);
  if (!last) throw new Error('a device without a connection');
  const { userId, deviceId, userAgent, sound, push } = last;
  const armed = sound === 'armed';
  return { userId, deviceId, label: deviceLabel(userAgent), sound, push, armed, testedAt };
}
