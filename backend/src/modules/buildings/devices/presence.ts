import type { PushState, SoundState } from '../../../contract/devices.js';
import { deviceLabel } from '../../../platform/http/device-label.js';

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
  testedAt?: Date | null;
}

export const keyOf = ({ userId, deviceId }: DeviceKey): string => `${userId} ${deviceId}`;

export function parseKey(key: string): DeviceKey {
  const [userId = '', deviceId = ''] = key.split(' ');
  return { userId, deviceId };
}

/**
 * @param changes the changed devices, by key
 * @returns the changed devices that are still connected. The last armed tab of a device decides its
 *   state, or the last tab when none is armed.
 */
export function presentDevices(
  reports: Iterable<Report>,
  changes: ReadonlyMap<string, { testedAt?: Date | null }>,
): PresentDevice[] {
  const devices = new Map<string, PresentDevice>();
  for (const report of reports) {
    const key = keyOf(report);
    const change = changes.get(key);
    if (!change) continue;
    const armed = report.sound === 'armed';
    if (devices.get(key)?.armed && !armed) continue;
    const label = deviceLabel(report.userAgent);
    devices.set(key, { ...report, label, armed, testedAt: change.testedAt });
  }
  return [...devices.values()];
}
