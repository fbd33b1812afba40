import { Injectable } from '@nestjs/common';
import { withTimeout } from '../../../platform/with-timeout.js';
import type { MemberNames, StoredEvent } from '../model/alarm-views.js';

/** A save that takes longer delays the events of other nodes no further. */
const LONGEST_WAIT_MS = 20;

/** The events that this node has just committed, as a read of them would be. */
export interface CommittedChange {
  buildingId: string;
  epoch: string;
  head: number;
  /** The time of the event before the first one. */
  afterAt: Date | null;
  events: StoredEvent[];
  names: MemberNames;
  /** Names the members as the statement saw them that saved the events. */
  memberVersion: string | null;
  /** By `performance.now()`, before that statement began. */
  savedAtMs: number;
}

/** Hands committed events to this node's pump, which need not read them back. */
@Injectable()
export class CommittedChanges {
  private listener: (change: CommittedChange) => void = () => undefined;
  /** The saves that have begun and not ended, by building. */
  private readonly saves = new Map<string, Promise<void>>();

  subscribe(listener: (change: CommittedChange) => void): void {
    this.listener = listener;
  }

  /** @returns a function to call when the save has ended and its events are published */
  begin(buildingId: string): () => void {
    let end = (): void => undefined;
    const save = new Promise<void>((resolve) => (end = resolve));
    this.saves.set(buildingId, save);
    return () => {
      if (this.saves.get(buildingId) === save) this.saves.delete(buildingId);
      end();
    };
  }

  publish(change: CommittedChange): void {
    this.listener(change);
  }

  /**
   * Waits a moment for a save, because its NOTIFY often arrives before the answer to its statement.
   * Then the sender is answered first: that is one write, and the event is one for each neighbour.
   */
  async settled(buildingId: string): Promise<void> {
    const save = this.saves.get(buildingId);
    if (!save) return;
    await withTimeout(LONGEST_WAIT_MS, save).catch(() => undefined);
    await new Promise<void>((resolve) => process.nextTick(resolve));
  }
}
