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
  /** True once, when the user has just confirmed that the test sound was audible. */
  tested?: boolean;
}

/** Sent once the state is saved. */
export interface DeviceStateResult {
  /** The build that this node serves; "dev" when it has none. */
  build: string;
  /** The time at which the user last confirmed this device's test sound; null for never. */
  testedAt: string | null;
}

/** One of the user's own browsers. */
export interface Device {
  id: string;
  /** "Chrome på Android" */
  label: string;
  connected: boolean;
  /** True while the device is connected and an alarm would sound on it. */
  ready: boolean;
  sound: SoundState;
  push: PushState;
  lastSeenAt: string;
  testedAt: string | null;
}

/** Counts of homes with an active member. A home is ready while one of its devices is ready. */
export interface Readiness {
  homesKnown: number;
  homesReady: number;
  /** The same counts without the caller's own home. */
  neighboursKnown: number;
  neighboursReady: number;
}
