/** What happened in a run, as its clients saw it. All times are this machine's, in milliseconds. */

export interface PressRecord {
  id: string;
  buildingId: string;
  /** The first attempt. */
  sentAtMs: number;
  /** What the sender was told; `unknown` when it gave up without an answer. */
  outcome: 'ok' | 'refused' | 'unknown';
  /** Only of an `ok` one. */
  seq?: number;
  answeredAtMs?: number;
  /** The fault in force, for the table. */
  fault: string;
  /** How late it may be shown after it was saved. */
  boundMs: number;
}

/** One step that a client applied: shown, or history by now. */
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
  /** Set for somebody who was put out: what came later is none of theirs. */
  lastSeq?: number;
  /** When its own network was cut, or it was not connected yet: then it may be late. */
  away: { fromMs: number; toMs: number }[];
}

export interface History {
  presses: PressRecord[];
  clients: ClientRecord[];
}

/** What the database holds in the end. */
export interface Saved {
  events: { buildingId: string; seq: number; alarmId: string; kind: string; atMs: number }[];
  presses: { id: string; alarmId: string; seq: number }[];
}

export function createHistory(): History {
  return { presses: [], clients: [] };
}
