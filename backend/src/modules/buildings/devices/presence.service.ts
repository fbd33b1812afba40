import { randomUUID } from 'node:crypto';
import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PushState, SoundState } from '../../../contract/devices.js';
import { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/logging.js';
import { LOGGER } from '../../../platform/tokens.js';
import { deviceLabel } from '../../../platform/http/device-label.js';
import {
  beat,
  bury,
  keepGone,
  keepPresent,
  type Kept,
  type Present,
} from './presence.repository.js';

/** Three in a row may fail before the node is taken for dead. */
const BEAT_EVERY_MS = 3_000;
/** Thousands of tabs that come at once are a few statements. */
const KEEP_EVERY_MS = 250;
const BATCH = 1_000;
const BURIED_AFTER_MS = 60_000;

/** What one connection says of its device. */
export interface Report {
  userId: string;
  deviceId: string;
  userAgent: string | undefined;
  sound: SoundState;
  push: PushState;
}

interface Change {
  testedAt?: Date;
  kept: ((kept: Kept | undefined) => void)[];
  refused: ((error: unknown) => void)[];
}

/**
 * Which devices are connected to this node and would sound, kept where all nodes can count them. A
 * row is written when something changes, and holds while the node shows every few seconds that it
 * lives: a killed node's devices fall out by themselves.
 */
@Injectable()
export class PresenceService implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly nodeId = randomUUID();
  private readonly reports = new Map<string, Report>();
  private changes = new Map<string, Change>();
  private keeping: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private beating: NodeJS.Timeout | undefined;
  /** Whether the node stands in the database, as far as it knows. */
  private isShown = false;

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.beating = setInterval(() => void this.beat(), BEAT_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.beating);
    clearTimeout(this.timer);
    await this.keeping;
    await this.database
      .query('delete from nodes where id = $1', [this.nodeId])
      .catch(() => undefined);
  }

  /**
   * @returns once it is kept: when the device was last tested, null for never
   * @throws when it could not be kept now; it goes on being tried
   */
  async note(connectionId: string, report: Report, tested = false): Promise<Date | null> {
    this.reports.set(connectionId, report);
    const kept = await new Promise<Kept | undefined>((resolve, reject) => {
      const change = this.change(keyOf(report));
      if (tested) change.testedAt = this.clock.now();
      change.kept.push(resolve);
      change.refused.push(reject);
    });
    return kept?.testedAt ?? null;
  }

  /** The connection is gone. */
  leave(connectionId: string): void {
    const report = this.reports.get(connectionId);
    if (!report) return;
    this.reports.delete(connectionId);
    this.change(keyOf(report));
  }

  /** Shows that this node lives, and after having been taken for dead tells everything anew. */
  async beat(): Promise<void> {
    // A node listens before its database is there.
    if (!this.database.isInitialized) return;
    try {
      await this.show();
      await bury(this.database, this.clock.ago(BURIED_AFTER_MS));
    } catch (error) {
      this.logger.warn({ err: error }, 'presence not shown, tries again');
    }
  }

  private async show(): Promise<void> {
    const isNew = await beat(this.database, this.nodeId, this.clock.now());
    if (isNew && this.isShown) {
      for (const report of this.reports.values()) this.change(keyOf(report));
    }
    this.isShown = true;
  }

  private change(key: string): Change {
    const change = this.changes.get(key) ?? { kept: [], refused: [] };
    this.changes.set(key, change);
    this.timer ??= setTimeout(() => void this.keep(), KEEP_EVERY_MS);
    return change;
  }

  /** One flight at a time, so that what is newer is also written later. */
  private async keep(): Promise<void> {
    const batch = [...this.changes].slice(0, BATCH);
    for (const [key] of batch) this.changes.delete(key);
    this.keeping = this.write(new Map(batch));
    await this.keeping;
    this.timer =
      this.changes.size > 0 ? setTimeout(() => void this.keep(), KEEP_EVERY_MS) : undefined;
  }

  private async write(changes: Map<string, Change>): Promise<void> {
    const present = this.presentOf(changes);
    const here = new Set(present.map(keyOf));
    const gone = [...changes.keys()].filter((key) => !here.has(key)).map(parseKey);
    const now = this.clock.now();
    try {
      if (!this.isShown) await this.show();
      const rows = present.length
        ? await keepPresent(this.database, this.nodeId, present, now)
        : [];
      if (gone.length) await keepGone(this.database, this.nodeId, gone, now);
      const kept = new Map(rows.map((row) => [keyOf(row), row]));
      for (const [key, change] of changes) change.kept.forEach((tell) => tell(kept.get(key)));
    } catch (error) {
      this.logger.warn({ err: error }, 'presence not kept, tries again');
      for (const [key, { testedAt, refused }] of changes) {
        refused.forEach((tell) => tell(error));
        const again = this.change(key);
        again.testedAt ??= testedAt;
      }
    }
  }

  private presentOf(changes: Map<string, Change>): Present[] {
    const devices = new Map<string, Present>();
    for (const report of this.reports.values()) {
      const key = keyOf(report);
      const change = changes.get(key);
      if (!change) continue;
      const armed = report.sound === 'armed';
      const known = devices.get(key);
      // The tab that would sound speaks for its device, otherwise the one that came last.
      if (known?.armed && !armed) continue;
      const label = deviceLabel(report.userAgent);
      devices.set(key, { ...report, label, armed, testedAt: change.testedAt });
    }
    return [...devices.values()];
  }
}

const keyOf = ({ userId, deviceId }: { userId: string; deviceId: string }) =>
  `${userId} ${deviceId}`;

function parseKey(key: string): { userId: string; deviceId: string } {
  const [userId = '', deviceId = ''] = key.split(' ');
  return { userId, deviceId };
}
