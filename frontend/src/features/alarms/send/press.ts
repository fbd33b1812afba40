import type { RaiseRequest, RaiseResult } from '@contract/alarm';
import type { Membership } from '@contract/http';

export type Press = RaiseRequest & { buildingId: string };

/** Where somebody sends from, as the sheet shows it. */
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

/** Why the press is not sent yet; the reason that helps a person most comes first. */
export type Trouble = 'offline' | 'not_kept' | 'slow';

export type SendState =
  | { phase: 'sending'; trouble?: Trouble }
  | { phase: 'sent'; answer: RaiseResult }
  | { phase: 'refused'; message: string }
  | { phase: 'failed' };

/** A press is sent for this long and never after it: see docs/decisions/0009. */
export const GIVE_UP_MS = 60_000;

/** Whether a press may still be sent. A press from the future means that the clock was moved. */
export function isInTime(pressedAtMs: number, nowMs: number): boolean {
  const elapsedMs = nowMs - pressedAtMs;
  return elapsedMs >= 0 && elapsedMs < GIVE_UP_MS;
}
