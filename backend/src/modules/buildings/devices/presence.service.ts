import { randomUUID } from 'node:crypto';
import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { COUNTS } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { PacedTask } from '../../../platform/database/paced-task.js';
import type { Logger } from '../../../platform/logging.js';
import { LOGGER } from '../../../platform/tokens.js';
import { DeviceRepository } from './device.repository.js';
import {
  keyOf,
  NODE_LOST_MS,
  parseKey,
  presentDevice,
  type DeviceKey,
  type Report,
} from './presence.js';
import { PresenceRepository, type SavedDevice } from './presence.repository.js';

/** Two in a row may fail. After a third failure the node counts as dead (`NODE_LOST_MS`). */
const HEARTBEAT_EVERY_MS = 3_000;
/** Collects thousands of simultaneous reports into a few statements. */
const FLUSH_PACE = { soonMs: 20, everyMs: 100 };
const BATCH = 1_000;
const DEAD_NODES_REMOVED_AFTER_MS = 60_000;

/** A device whose state must be saved. */
interface PendingChange {
  /** Null when a test was not audible. */
  testedAt?: Date | null;
  onSaved: ((saved: SavedDevice | undefined) => void)[];
  onFailed: ((error: unknown) => void)[];
}

/**
 * Records in the database which devices are connected to this node and would sound, so that all
 * nodes can count them. A row is written only when something changes, and counts while its node has
 * heartbeats. The devices of a killed node therefore stop counting without any clean-up.
 */
@Injectable()
export class PresenceService implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly nodeId = randomUUID();
  /** By device and connection; a change of one device never costs a look at all others. */
  private readonly reports = new Map<string, Map<string, Report>>();
  private changes = new Map<string, PendingChange>();
  private readonly flushes = new PacedTask(() => this.flush(), FLUSH_PACE);
  private heartbeatTimer: NodeJS.Timeout | undefined;
  /** True once this node has recorded a heartbeat. */
  private isRegistered = false;

  constructor(
    private readonly presences: PresenceRepository,
    private readonly devices: DeviceRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.heartbeatTimer = setInterval(() => void this.heartbeat(), HEARTBEAT_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.heartbeatTimer);
    await this.flushes.stop();
    await this.presences.removeNode(this.nodeId).catch(() => undefined);
  }

  /**
   * Resolves once the report is saved.
   * @param tested whether the test sound was audible; undefined without a new test
   * @returns when the device was last tested; null when it never was
   * @throws AppError device.too_many, or an error when the report could not be saved now; saving it
   *   is retried then
   */
  async report(connectionId: string, report: Report, tested?: boolean): Promise<Date | null> {
    const key = keyOf(report);
    const reports = this.reports.get(key) ?? new Map<string, Report>();
    this.reports.set(key, reports.set(connectionId, report));
    const saved = await new Promise<SavedDevice | undefined>((resolve, reject) => {
      const change = this.markChanged(key);
      if (tested !== undefined) change.testedAt = tested ? this.clock.now() : null;
      change.onSaved.push(resolve);
      change.onFailed.push(reject);
    });
    return saved?.testedAt ?? null;
  }

  /** Removes the report of a connection of the device that has closed. */
  leave(connectionId: string, device: DeviceKey): void {
    const key = keyOf(device);
    const reports = this.reports.get(key);
    if (!reports?.delete(connectionId)) return;
    if (reports.size === 0) this.reports.delete(key);
    this.markChanged(key);
  }

  async heartbeat(): Promise<void> {
    if (!this.presences.isConnected) return;
    try {
      await this.register();
      await this.presences.removeDeadNodes(this.clock.ago(DEAD_NODES_REMOVED_AFTER_MS));
    } catch (error) {
      this.logger.warn({ err: error }, 'heartbeat not recorded, retrying');
    }
  }

  /** Records a heartbeat, and saves all devices again if other nodes removed this node's rows. */
  private async register(): Promise<void> {
    const isNew = await this.presences.recordHeartbeat(this.nodeId, this.clock.now());
    if (isNew && this.isRegistered) {
      for (const key of this.reports.keys()) this.markChanged(key);
    }
    if (isNew) this.logger.info({ nodeId: this.nodeId }, 'node registered');
    this.isRegistered = true;
  }

  private markChanged(key: string): PendingChange {
    const change = this.changes.get(key) ?? { onSaved: [], onFailed: [] };
    this.changes.set(key, change);
    this.flushes.request();
    return change;
  }

  /** Saves one batch at a time, so that a newer state is never overwritten by an older one. */
  private async flush(): Promise<void> {
    const batch = [...this.changes].slice(0, BATCH);
    for (const [key] of batch) this.changes.delete(key);
    await this.save(new Map(batch));
    if (this.changes.size > 0) this.flushes.request();
  }

  /**
   * Refuses a new device only while all others are connected. A refused one still receives alarms;
   * it does not count as ready.
   */
  private async refuseSurplus(added: SavedDevice[]): Promise<Set<string>> {
    if (added.length === 0) return new Set();
    const aliveAfter = this.clock.ago(NODE_LOST_MS);
    const refused = await this.devices.removeSurplus(COUNTS.devicesPerUser, added, aliveAfter);
    return new Set(refused.map(keyOf));
  }

  private async save(changes: Map<string, PendingChange>): Promise<void> {
    const present = [...changes].flatMap(([key, { testedAt }]) => {
      const reports = this.reports.get(key);
      return reports ? [presentDevice([...reports.values()], testedAt)] : [];
    });
    const gone = [...changes.keys()].filter((key) => !this.reports.has(key)).map(parseKey);
    const now = this.clock.now();
    try {
      if (!this.isRegistered) await this.register();
      const inaudible = present.filter(({ testedAt }) => testedAt === null);
      if (inaudible.length) await this.presences.clearTests(inaudible);
      const rows = present.length
        ? await this.presences.savePresent(this.nodeId, present, now)
        : [];
      if (gone.length) await this.presences.removePresent(this.nodeId, gone, now);
      const refused = await this.refuseSurplus(rows.filter(({ isNew }) => isNew));
      const saved = new Map(rows.map((row) => [keyOf(row), row]));
      for (const [key, { onSaved, onFailed }] of changes) {
        if (refused.has(key)) onFailed.forEach((reject) => reject(new AppError('device.too_many')));
        else onSaved.forEach((resolve) => resolve(saved.get(key)));
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'presence not saved, retrying');
      for (const [key, { testedAt, onFailed }] of changes) {
        onFailed.forEach((reject) => reject(error));
        const retried = this.markChanged(key);
        if (retried.testedAt === undefined) retried.testedAt = testedAt;
      }
    }
  }
}
