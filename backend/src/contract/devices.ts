/** What a device says about itself, and what is told of the devices of a house. */

/** `muted`: a person chose silence; `blocked`: the browser would play nothing now. */
export const SOUND_STATES = ['armed', 'blocked', 'muted'] as const;
export type SoundState = (typeof SOUND_STATES)[number];

export const PUSH_STATES = ['on', 'off', 'denied', 'unsupported'] as const;
export type PushState = (typeof PUSH_STATES)[number];

/** One tab's state. A device is what its tabs are together: armed when one of them is. */
export interface DeviceStateRequest {
  sound: SoundState;
  push: PushState;
  visible: boolean;
  /** The build of the page. */
  build: string;
  /** True once, when the person has just said that the test sound was heard. */
  tested?: boolean;
}

/** Given once it is kept. */
export interface DeviceStateResult {
  /** The build that this node serves; "dev" where there is none. */
  build: string;
  /** When a person last said of this device that they heard it. */
  testedAt: string | null;
}

/** A browser of one's own. */
export interface Device {
  id: string;
  /** "Chrome på Android" */
  label: string;
  connected: boolean;
  /** Connected, and an alarm would be heard there now. */
  ready: boolean;
  sound: SoundState;
  push: PushState;
  lastSeenAt: string;
  testedAt: string | null;
}

/** Counts of homes with an active member, never whose. Ready: at least one device there is. */
export interface Readiness {
  homesKnown: number;
  homesReady: number;
  /** The same without the asking person's own home. */
  neighboursKnown: number;
  neighboursReady: number;
}
