import {
  PUSH_STATES,
  SOUND_STATES,
  type PushState,
  type SoundState,
} from '../../../../contract/devices.js';
import type { DeviceStateMessage } from '../device-state.dto.js';

/** The names that builds have; a longer or stranger one is left to the validation. */
const BUILD = /^[\w.-]{1,64}$/;

/** @returns the state of a tab; undefined for one with a test of the sound and for anything unusual */
export function checkDeviceState(payload: unknown): DeviceStateMessage | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { sound, push, visible, build } = payload as Partial<DeviceStateMessage>;
  if (Object.keys(payload).length !== 4 || typeof visible !== 'boolean') return undefined;
  if (typeof build !== 'string' || !BUILD.test(build)) return undefined;
  const isKnown =
    SOUND_STATES.includes(sound as SoundState) && PUSH_STATES.includes(push as PushState);
  return isKnown
    ? { sound: sound as SoundState, push: push as PushState, visible, build }
    : undefined;
}
