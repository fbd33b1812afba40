import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import type { Logger } from '../../../platform/logging.js';
import { NodeState } from '../../../platform/node-state.js';
import { LOGGER, NODE_ID } from '../../../platform/tokens.js';
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
/**
 * Collects thousands of simultaneous reports into a few statements. One save at a time, or an older
 * state could overwrite a newer one: the statements of a save end long before `holdMs`.
 */
const SAVES = { soonMs: 20, everyMs: 100, size: 1_000, holdMs: 60_000 };
const RETRY_MS = 100;
const DEAD_NODES_REMOVED_AFTER_MS = 60_000;
/** A worker has no devices, and its row says since when no jobs run. */
const DEAD_WORKERS_REMOVED_AFTER_MS = 24 * 60 * 60_000;

/**
 * Records in the database which devices are connected to this node and would sound, so that all
 * nodes can count them. A row is written only when something changes, and counts while its node has
 * heartbeats. The devices of a killed node therefore stop counting without any clean-up.
 */
@Injectable()
export class PresenceService implements OnApplicationBootstrap, OnApplicationShutdown {
  /** By device and connection; a change of one device never costs a look at all others. */
  private readonly reports = new Map<string, Map<string, Report>>();
  /** The tests that are not saved yet, by device; null when a test was not audible. */
  private readonly tests = new Map<string, Date | null>();
  private readonly saves = new BatchLoader<string, SavedDevice | 'refused'>(
    (keys) => this.save(keys),
    SAVES,
  );
  private heartbeatTimer: NodeJS.Timeout | undefined;
  /** True once this node has recorded a heartbeat. */
  private isRegistered = false;

  constructor(
    private readonly presences: PresenceRepository,
    private readonly devices: DeviceRepository,
    private readonly clock: Clock,
    private readonly state: NodeState,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(NODE_ID) readonly nodeId: string,
  ) {}

  onApplicationBootstrap(): void {
    this.heartbeatTimer = setInterval(() => void this.heartbeat(), HEARTBEAT_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.heartbeatTimer);
    await this.saves.stop();
    if (this.state.isWorker) return;
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
    if (tested !== undefined) this.tests.set(key, tested ? this.clock.now() : null);
    const saved = await this.saves.load(key);
    if (saved === 'refused') throw new AppError('device.too_many');
    return saved?.testedAt ?? null;
  }

  /** Removes the report of a connection of the device that has closed. */
  leave(connectionId: string, device: DeviceKey): void {
    const key = keyOf(device);
    const reports = this.reports.get(key);
    if (!reports?.delete(connectionId)) return;
    if (reports.size === 0) this.reports.delete(key);
    this.saveInBackground(key);
  }

  /** @returns the time since which every living node has had a heartbeat */
  aliveAfter(): Date {
    return this.clock.ago(NODE_LOST_MS);
  }

  async heartbeat(): Promise<void> {
    if (!this.presences.isConnected) return;
    try {
      await this.register();
      await this.presences.removeDeadNodes(
        this.clock.ago(DEAD_NODES_REMOVED_AFTER_MS),
        this.clock.ago(DEAD_WORKERS_REMOVED_AFTER_MS),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'heartbeat not recorded, retrying');
    }
  }

  /** Records a heartbeat, and saves all devices again if other nodes removed this node's rows. */
  private async register(): Promise<void> {
    const [now, state] = [this.clock.now(), this.state.read()];
    const isNew = await this.presences.recordHeartbeat(this.nodeId, now, state);
    if (isNew && this.isRegistered) {
      for (const key of this.reports.keys()) this.saveInBackground(key);
    }
    if (isNew) this.logger.info('node registered');
    this.isRegistered = true;
  }

  /** Saves the device in the background; a failed save is tried again. */
  private saveInBackground(key: string): void {
    void this.saves.load(key).catch(() => undefined);
  }

  /**
   * Refuses a new device only while all others are connected. A refused one still receives alarms;
   * it does not count as ready.
   */
  private async refuseSurplus(added: SavedDevice[]): Promise<Set<string>> {
    if (added.length === 0) return new Set();
    const refused = await this.devices.removeSurplus(added, this.aliveAfter());
    return new Set(refused.map(keyOf));
  }

  private async save(keys: string[]): Promise<Map<string, SavedDevice | 'refused'>> {
    const tests = new Map(keys.map((key) => [key, this.tests.get(key)]));
    for (const key of keys) this.tests.delete(key);
    try {
      return await this.write(tests);
    } catch (error) {
      this.logger.warn({ err: error }, 'presence not saved, retrying');
      for (const [key, testedAt] of tests) {
        if (testedAt !== undefined && !this.tests.has(key)) this.tests.set(key, testedAt);
        this.saveInBackground(key);
      }
      await sleep(RETRY_MS);
      throw error;
    }
  }

  /** @param tests the devices, each with its new test if there is one */
  private async write(
    tests: Map<string, Date | null | undefined>,
  ): Promise<Map<string, SavedDevice | 'refused'>> {
    const present = [...tests].flatMap(([key, testedAt]) => {
      const reports = this.reports.get(key);
      return reports ? [presentDevice([...reports.values()], testedAt)] : [];
    });
    const gone = [...tests.keys()].filter((key) => !this.reports.has(key)).map(parseKey);
    const now = this.clock.now();
    if (!this.isRegistered) await this.register();
    const inaudible = present.filter(({ testedAt }) => testedAt === null);
    if (inaudible.length) await this.presences.clearTests(inaudible);
    const rows = present.length ? await this.presences.savePresent(this.nodeId, present, now) : [];
    if (gone.length) await this.presences.removePresent(this.nodeId, gone, now);
    const refused = await this.refuseSurplus(rows.filter(({ isNew }) => isNew));
    return new Map(
      rows.map((row) => [keyOf(row), refused.has(keyOf(row)) ? ('refused' as const) : row]),
    );
  }
}
