/** The history of a run, as its clients recorded it. All times are this machine's, in ms. */

export interface PressRecord {
  id: string;
  buildingId: string;
  /** The time of the first attempt. */
  sentAtMs: number;
  /** The answer to the sender; `unknown` when it gave up without one. */
  outcome: 'ok' | 'refused' | 'unknown';
  /** Present when the outcome is `ok`. */
  seq?: number;
  answeredAtMs?: number;
  /** The fault in force, for the table. */
  fault: string;
  /** The longest time allowed from saved to shown. */
  boundMs: number;
}

/** One event that a client applied, live or when it caught up. */
export interface ShownEvent {
  what: 'event';
  buildingId: string;
  seq: number;
  alarmId: string;
  kind: string;
  atMs: number;
}

/** A whole state from which a client started over; it contains everything up to `seq`. */
export interface ShownState {
  what: 'state';
  buildingId: string;
  seq: number;
  active: string[];
  atMs: number;
}

export type Shown = ShownEvent | ShownState;

export interface ClientRecord {
  name: string;
  buildingId: string;
  shown: Shown[];
  /** Set for a removed member: the last event that their tabs may show. */
  lastSeq?: number;
  /** Periods without network or before the first connection, in which the client may be late. */
  away: { fromMs: number; toMs: number }[];
}

export interface History {
  presses: PressRecord[];
  clients: ClientRecord[];
}

/** The content of the database at the end of a run. */
export interface Saved {
  events: { buildingId: string; seq: number; alarmId: string; kind: string; atMs: number }[];
  presses: { id: string; alarmId: string; seq: number }[];
}

export function createHistory(): History {
  return { presses: [], clients: [] };
}
