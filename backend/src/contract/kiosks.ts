import type { AlarmType } from './alarm.js';
import type { TextRule } from './check-text.js';
import type { Ack } from './events.js';

/** The namespace of displays. Members are in `/`, so no broadcast to members reaches a display. */
export const KIOSK_NAMESPACE = '/kiosk';

/** The lifetime of a pairing code. These limits are not in `limits.ts`, which every page loads. */
export const KIOSK_CODE_MS = 10 * 60_000;
/** A display says for this time that an alarm has ended. */
export const KIOSK_ENDED_MS = 15 * 60_000;
export const KIOSKS_PER_BUILDING = 50;
/** A display reports at most so many alarms as shown. */
export const KIOSK_SHOWN_MAX = 20;

const SIX_DIGITS = 'Ange de sex siffrorna på skärmen';

/** The texts that a manager types about a display. */
export const KIOSK_RULES = {
  code: {
    min: 1,
    max: 20,
    tooShort: SIX_DIGITS,
    tooLong: SIX_DIGITS,
    read: (text) => text.replace(/\s/g, ''),
    pattern: /^\d{6}$/,
    malformed: SIX_DIGITS,
  },
  place: {
    min: 1,
    max: 40,
    tooShort: 'Ange var skärmen sitter',
    tooLong: 'Platsen får max vara 40 tecken',
  },
} as const satisfies Record<string, TextRule>;

/** Whether the display may play sound; browsers allow it after one tap. */
export const KIOSK_SOUNDS = ['on', 'off'] as const;
export type KioskSound = (typeof KIOSK_SOUNDS)[number];

/** A display that waits for a manager. */
export interface CreatedKiosk {
  pairingId: string;
  /** Proves to be this display. The server saves its hash alone. */
  secret: string;
  /** Six digits, valid until `expiresAt`. */
  code: string;
  expiresAt: string;
}

export interface KioskToken {
  token: string;
  expiresAt: string;
  /** By a manager, such as "Trapphus A". */
  place: string;
  building: { name: string };
}

/** A paired display, as the building's managers see it. */
export interface Kiosk {
  id: string;
  place: string;
  pairedAt: string;
  connected: boolean;
  /** As reported while it is connected. */
  sound?: KioskSound;
  /** When it was last connected; missing while it is, and when the time is unknown. */
  seenAt?: string;
}

/** An alarm without anything that names a person. */
export interface KioskAlarm {
  id: string;
  type: AlarmType;
  exercise: boolean;
  /**
   * The sender's home; for a medical alarm without the apartment, because who is ill is health data, and
   * empty for an exercise, because nothing happens there.
   */
  home: {
    entrance?: string;
    /** 0 is the floor of the entrance. */
    floor?: number;
    apartment?: string;
  };
  raisedAt: string;
  expiresAt: string;
}

export interface KioskState {
  /** All active ones, newest first. */
  alarms: KioskAlarm[];
  /** When the last alarm ended, for 15 minutes; exercises do not count. */
  endedAt?: string;
  /** When the next exercise begins, once members were told of it. */
  exerciseAt?: string;
  serverNow: string;
  /** The frontend's build that the server has. */
  build: string;
}

export type KioskEndReason = 'revoked' | 'token_expired';

export interface KioskServerEvents {
  /** The whole state: on connection, on a change, and every 10 s. */
  'kiosk:state': (state: KioskState) => void;
  /** The connection is closed after this. */
  'kiosk:end': (end: { reason: KioskEndReason }) => void;
}

export interface KioskReport {
  sound: KioskSound;
  /** A fresh token, for a connection that stays. */
  token?: string;
  /** The alarms that are on the screen. */
  shown?: string[];
}

export interface KioskClientEvents {
  'kiosk:report': (report: KioskReport, acknowledge?: (ack: Ack) => void) => void;
}
