import { TIMES } from './limits.js';

/** The state that a device reports, and the readiness of a building's devices. */

/** `muted`: the user switched the sound off; `blocked`: the browser would not play it now. */
export const SOUND_STATES = ['armed', 'blocked', 'muted'] as const;
export type SoundState = (typeof SOUND_STATES)[number];

export const PUSH_STATES = ['on', 'off', 'denied', 'unsupported'] as const;
export type PushState = (typeof PUSH_STATES)[number];

/** One tab's state. A device is armed when at least one of its tabs is. */
export interface DeviceStateRequest {
  sound: SoundState;
  push: PushState;
  visible: boolean;
  /** The build that the page was loaded from. */
  build: string;
  /** Sent after a test: true when the user confirmed that it was audible, false when it was not. */
  tested?: boolean;
}

/** Sent once the state is saved. */
export interface DeviceStateResult {
  /** The build that this node serves; "dev" when it has none. */
  build: string;
  /**
   * The time at which the user last confirmed this device's test sound; null for never, and after a
   * test that was not audible.
   */
  testedAt: string | null;
}

/** Whether an alarm would reach somebody and sound, with the word that every page shows for it. */
export const READINESS_WORDS = {
  ready: 'Redo',
  readyWhileOpen: 'Redo när sidan är öppen',
  readyByPush: 'Redo med avisering',
  untested: 'Ljudet inte testat',
  muted: 'Ljud av',
  noBuilding: 'Inget hus än',
  away: 'Frånkopplad',
} as const;
export type ReadinessState = keyof typeof READINESS_WORDS;

export interface ReadinessFacts {
  connected: boolean;
  /** False for a user without an active membership: no alarm is sent to them. */
  hasBuilding: boolean;
  armed: boolean;
  testedAt: string | null | undefined;
  /** True when a push reaches the device, whether it is connected or not. */
  readyByPush?: boolean;
  /** True for a phone or a tablet, which closes its pages when its screen is off. */
  isPhone?: boolean;
}

/** @param label of a device, such as "Chrome på Android" */
export const isPhoneLabel = (label: string): boolean => /(Android|iPhone|iPad)$/.test(label);

/** @returns `ready`, a state with less than that, or the first fact that is missing */
export function readinessOf(
  { connected, hasBuilding, armed, testedAt, readyByPush, isPhone }: ReadinessFacts,
  nowMs: number,
): ReadinessState {
  const isTested = Boolean(testedAt) && nowMs - Date.parse(testedAt ?? '') <= TIMES.soundTestMs;
  if (connected && hasBuilding && armed && isTested) {
    return isPhone && !readyByPush ? 'readyWhileOpen' : 'ready';
  }
  if (hasBuilding && readyByPush) return 'readyByPush';
  if (!connected) return 'away';
  if (!hasBuilding) return 'noBuilding';
  return armed ? 'untested' : 'muted';
}

/** `dead`: the push service has ended it, and the browser must subscribe again. */
export const PUSH_SUBSCRIPTION_STATES = ['live', 'dead', 'none'] as const;
export type PushSubscriptionState = (typeof PUSH_SUBSCRIPTION_STATES)[number];

/** One of the user's own browsers. */
export interface Device {
  id: string;
  /** "Chrome på Android" */
  label: string;
  /** The name that its owner gave it. Missing in the answer of an older node. */
  name?: string | null;
  connected: boolean;
  /** True while the device is connected and an alarm would sound on it, tested or not. */
  ready: boolean;
  sound: SoundState;
  push: PushState;
  lastSeenAt: string;
  testedAt: string | null;
  /** The device's subscription to its push service, as the server knows it. */
  pushSubscription?: PushSubscriptionState;
  /** The time at which the device's service worker last confirmed a test push. */
  pushTestedAt?: string | null;
  /** True while the subscription is live and was tested within 30 days. */
  readyByPush?: boolean;
}

export type DeviceName = Pick<Device, 'id' | 'name'>;

/** Counts of homes with an active member. A home is ready while one of its devices is ready. */
export interface Readiness {
  homesKnown: number;
  homesReady: number;
  /** The same counts without the caller's own home. */
  neighboursKnown: number;
  neighboursReady: number;
}
