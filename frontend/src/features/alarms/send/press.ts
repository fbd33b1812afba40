import type { Alarm, RaiseRequest, RaiseResult } from '@contract/alarm';
import type { Membership } from '@contract/http';

export type Press = RaiseRequest & { buildingId: string };

/** The membership that sends, as far as the sheet shows it. */
export type Sender = Pick<Membership, 'id' | 'building' | 'entrance' | 'apartment'>;

/** One press with all that is needed to continue it after a reload or a crash. */
export interface PressRecord {
  press: Press;
  sender: Sender;
  userId: string;
  /** By this browser's clock. */
  pressedAtMs: number;
  /** By the server's clock, where it was known. */
  pressedAtServerMs?: number;
  /** The server's words when it refused the press. */
  refusal?: string;
}

/** The reason why a press is not sent yet. When several apply, the first of these is shown. */
export type Trouble = 'offline' | 'not_kept' | 'slow';

export type SendState =
  | { phase: 'sending'; trouble?: Trouble }
  | { phase: 'sent'; answer: RaiseResult }
  | { phase: 'refused'; message: string }
  | { phase: 'failed' };

/** A press is sent for this long and never after it: see docs/decisions/0009. */
export const GIVE_UP_MS = 60_000;

/** Returns whether a press may still be sent. A press in the future means a changed clock. */
export function isInTime(pressedAtMs: number, nowMs: number): boolean {
  const elapsedMs = nowMs - pressedAtMs;
  return elapsedMs >= 0 && elapsedMs < GIVE_UP_MS;
}

/** The message about a press to the person's other tabs. Without `state`, the press is closed. */
export interface PressMessage {
  record: PressRecord;
  state?: SendState;
}

/** The same moment by this browser's clock and by the server's. */
export interface Clocks {
  nowMs: number;
  serverNowMs: number;
}

/** Actions of the person, of the page and of the person's other tabs. */
type OutsideEvent =
  /** `isRetry`: the press replaces the previous one, which has failed. */
  | { type: 'pressed'; record: PressRecord; isRetry: boolean }
  /** The browser has an unsettled press that was saved before a reload or a crash. */
  | { type: 'restored'; record: PressRecord; nowMs: number }
  | { type: 'messageReceived'; message: PressMessage; userId: string | undefined }
  | { type: 'sheetClosed' }
  /** The person closes the message about a press, which is not sent any more after that. */
  | { type: 'dropped' }
  | { type: 'pageLeft' }
  | { type: 'userChanged'; hasSignedOut: boolean };

/** The results of effects. */
export type EffectResult =
  | { type: 'saved' }
  | { type: 'progressed'; progress: SendState }
  | { type: 'heartbeatDue' }
  | { type: 'turnCame' }
  | { type: 'sendingTabSilent' }
  | RecordRead
  | { type: 'outcomeRead'; alarms: Alarm[]; clocks: Clocks }
  | { type: 'outcomeOverdue' }
  /** `hasAdvanced`: the server has sent something new, so it can be reached. */
  | { type: 'feedChanged'; alarms: Alarm[]; clocks: Clocks; hasAdvanced: boolean };

/** `round` is the one in which the effect ran. The reducer ignores the results of earlier rounds. */
export type RoundEvent = EffectResult & { round: number };

export interface RecordRead {
  type: 'recordRead';
  /** Missing when the database did not reply in time. */
  answer: { found: PressRecord | undefined } | undefined;
  nowMs: number;
  /** Whether this page has received the building's state, so that the server can be reached. */
  isFeedKnown: boolean;
}

export type PressEvent = OutsideEvent | RoundEvent;

export type DatabaseWrite =
  { type: 'savePress'; record: PressRecord } | { type: 'deletePress'; alarmId: string };

export type PressEffect =
  | DatabaseWrite
  | { type: 'deleteAllPresses' }
  /** Leads to `saved`, within 150 ms also when the database does not reply. */
  | { type: 'saveBeforeSending'; record: PressRecord }
  /** Leads to `progressed` with every change, and to `heartbeatDue` every second. */
  | { type: 'startSending'; record: PressRecord }
  /** Stops the sending, the heartbeat and the timer. */
  | { type: 'stop' }
  /** Starts the only timer, and replaces one that runs. */
  | { type: 'startTimer'; ms: number; leadsTo: TimerEvent }
  | { type: 'stopTimer' }
  /** Makes the other tabs wait for this one. */
  | { type: 'holdTurn'; alarmId: string }
  /** Leads to `turnCame` when no other tab sends this press. */
  | { type: 'awaitTurn'; alarmId: string }
  /** `after` is written first, because the tab with the next turn reads it. */
  | { type: 'releaseTurn'; after?: DatabaseWrite | undefined }
  | { type: 'postToTabs'; message: PressMessage }
  /** Leads to `recordRead`. */
  | { type: 'readRecord'; record: PressRecord }
  /** Reads the history. Leads to `outcomeRead`, or to nothing when the server cannot be reached. */
  | { type: 'readOutcome'; record: PressRecord }
  | { type: 'showProgress'; record: PressRecord; progress: SendState }
  | { type: 'hideSheet' }
  | { type: 'showNothing' };

type TimerEvent = 'sendingTabSilent' | 'outcomeOverdue';
