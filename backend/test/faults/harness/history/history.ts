/** The history of a run, as its clients saw it. All times are this machine's, in milliseconds. */

export interface PressRecord {
  id: string;
  buildingId: string;
  /** The first attempt. */
  sentAtMs: number;
  /** The answer to the sender; `unknown` when it gave up without one. */
  outcome: 'ok' | 'refused' | 'unknown';
  /** Present when the outcome is `ok`. */
  seq?: number;
  answeredAtMs?: number;
  /** The fault in force, for the table. */
  fault: string;
  /** The longest time from saved to shown. */
  boundMs: number;
}

/** One event that a client applied, whether it still rings or has become history. */
export interface ShownEvent {
  what: 'event';
  buildingId: string;
  seq: number;
  alarmId: string;
  kind: string;
  atMs: number;
}

/** A client started over from the whole state: everything up to `seq` is in it. */
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
  /** Set for a removed member, who must not be shown anything later. */
  lastSeq?: number;
  /** Times without its own network or before its first connection, when it may be late. */
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
