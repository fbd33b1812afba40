import type { Socket } from 'socket.io';
import { buildingRoom } from '../../../platform/realtime/local-broadcast.js';
import type { WakeWay } from '../stream/alarm-trace.js';
import type { StreamSlice } from '../stream/stream-reader.repository.js';
import type { AlarmSocket } from './socket.js';

/** The active members of a building, and the name of that state. It is not changed, but replaced. */
export interface Members {
  readonly userIds: ReadonlySet<string>;
  readonly version: string | null;
}

/** The position up to which this node has emitted a building's stream. */
export interface Flow {
  /** The last `seq` this node has emitted; undefined until the first read. */
  emitted: number | undefined;
  /** The epoch of `emitted`; empty until it is known. A restored database has a new one. */
  epoch: string;
  /** The time of the event at `emitted`, which another event there would not have. */
  at: number | undefined;
  running: Promise<void> | undefined;
  again: boolean;
  /** The latest wake-up. */
  way: WakeWay;
  /** When the first wake-up came that is not served yet, by `performance.now()`. */
  wokenAtMs: number | undefined;
  /** Undefined until the first read. */
  members: Members | undefined;
}

export const NEW_FLOW: Flow = {
  emitted: undefined,
  epoch: '',
  at: undefined,
  running: undefined,
  again: false,
  way: 'poll',
  wokenAtMs: undefined,
  members: undefined,
};

/** @returns whether the stream was created after this node began to follow it */
export const isFirst = ({ epoch, emitted }: Flow): boolean => epoch === '' && emitted === 0;

/** @returns whether events that this node has emitted are missing from their own epoch */
export const isRolledBack = (
  { emitted = 0, at }: Flow,
  { head, afterAt }: Pick<StreamSlice, 'head' | 'afterAt'>,
): boolean => head < emitted || isOther(at, afterAt);

/** @returns whether both times are known and belong to different events */
export function isOther(knownMs: number | undefined, at: Date | null | undefined): boolean {
  return Boolean(knownMs && at && at.getTime() !== knownMs);
}

/** The members with which each list was compared last; an entry is collected with its list. */
const compared = new WeakMap<readonly Socket[], Members>();

/**
 * Removes the sockets of non-members from the building's room. It runs before each emit, so that a
 * revoked member does not get the next event, even if every signal was lost. It does nothing while
 * neither the sockets nor the members have changed since it found no others.
 * @param sockets all of this node in that room
 * @returns the ids of the users whose sockets were removed
 */
export function evictNonMembers(
  sockets: readonly Socket[],
  buildingId: string,
  members: Members | undefined,
): string[] {
  if (members && compared.get(sockets) === members) return [];
  const evicted: string[] = [];
  for (const socket of sockets as readonly AlarmSocket[]) {
    const { userId } = socket.data.actor;
    if (members?.userIds.has(userId)) continue;
    void socket.leave(buildingRoom(buildingId));
    socket.emit('building:left', { buildingId });
    evicted.push(userId);
  }
  if (members && evicted.length === 0) compared.set(sockets, members);
  return evicted;
}

/** At 0.07 ms each, the receipts of so many tabs delay a press by less than 20 ms. */
const TABS_AT_ONCE = 250;
/** Receipts then take less than a fifth of the node's time. */
const PER_TAB_MS = 0.4;
/** With a batch's 250 ms and the reach's 500 ms, the sender sees a receipt within three seconds. */
const LONGEST_MS = 2_000;

/**
 * @param tabs the building's tabs on this node
 * @returns the time over which they spread their receipts; nothing to send them at once
 */
export function receiptSpread(tabs: number): { receiptsWithinMs?: number } {
  if (tabs <= TABS_AT_ONCE) return {};
  return { receiptsWithinMs: Math.min(Math.round(tabs * PER_TAB_MS), LONGEST_MS) };
}
