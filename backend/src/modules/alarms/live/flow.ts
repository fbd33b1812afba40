import type { StreamSlice } from '../stream/stream-reader.repository.js';

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
  /** Undefined until the first read. */
  members: Members | undefined;
}

export const NEW_FLOW: Flow = {
  emitted: undefined,
  epoch: '',
  at: undefined,
  running: undefined,
  again: false,
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
