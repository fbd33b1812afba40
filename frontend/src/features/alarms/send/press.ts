import type { RaiseRequest, RaiseResult } from '@contract/alarm';
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
