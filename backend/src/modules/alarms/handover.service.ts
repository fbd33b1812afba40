import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CreatedHandover, HandoverSheet } from '../../contract/handover.js';
import { PAGES } from '../../contract/paths.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import { LruMap } from '../../platform/limits/lru-map.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { deriveKey } from '../../platform/secret-keys.js';
import { CONFIG } from '../../platform/tokens.js';
import type { Actor } from '../auth/actor.js';
import { HomesService } from '../buildings/home-list/homes.service.js';
import { AlarmHistoryService } from './history/alarm-history.service.js';
import { type HandoverBuilding, HistoryRepository } from './history/history.repository.js';
import { mayHandOver } from './model/policy.js';
import { ReachQuery } from './responses/reach.query.js';
import { AlarmLookups } from './stream/alarm-lookups.repository.js';

const ID_BYTES = 16;
/** Half of a SHA-256, which RFC 2104 allows, is more than anybody can try out in an hour. */
const MAC_BYTES = 16;
const FRESH_MS = 1_000;
const CACHED_SHEETS = 100;

interface CachedSheet {
  sheet: Promise<HandoverSheet>;
  readAtMs: number;
  /** True when the alarm may have ended since. */
  isChanged: boolean;
}

/**
 * The sheet that managers hand to the rescue service during an alarm. Whoever has its link reads it. The
 * link's token is the alarm's id and a MAC of it: nothing is saved, because the sheet ends with its alarm.
 */
@Injectable()
export class HandoverService {
  private readonly key: KeyObject;
  private readonly cached = new LruMap<string, CachedSheet>(CACHED_SHEETS);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly lookups: AlarmLookups,
    private readonly alarms: HistoryRepository,
    private readonly history: AlarmHistoryService,
    private readonly reach: ReachQuery,
    private readonly listed: HomesService,
    signals: ChangeSignals,
  ) {
    this.key = deriveKey(config.secrets.refreshKey, 'handover');
    signals.subscribe('building', () => {
      for (const cached of this.cached.values()) cached.isChanged = true;
    });
  }

  /**
   * @returns the link, which ends with the alarm
   * @throws AppError alarm.not_found, building.manager_required, or handover.over
   */
  async create(actor: Actor, alarmId: string): Promise<CreatedHandover> {
    const { member } = await this.lookups.accessOf(actor, alarmId);
    if (!mayHandOver(member)) throw new AppError('building.manager_required');
    const { alarm } = await this.read(alarmId);
    return {
      url: `${this.config.publicUrl}${PAGES.handover}#${this.tokenOf(alarmId)}`,
      expiresAt: alarm.expiresAt,
    };
  }

  /** @returns the id of the token's alarm; undefined for a token that is not ours */
  alarmOf(token: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== ID_BYTES + MAC_BYTES) return undefined;
    const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
    if (!timingSafeEqual(mac, this.macOf(id))) return undefined;
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  /**
   * Reads a sheet once a second, because a link has any number of readers. A change of a building costs
   * one statement more: no sheet is shown after its alarm.
   * @throws AppError handover.over
   */
  open(alarmId: string): Promise<HandoverSheet> {
    const nowMs = this.clock.now().getTime();
    const cached = this.cached.get(alarmId);
    if (!cached || Math.abs(nowMs - cached.readAtMs) >= FRESH_MS) {
      const sheet = this.read(alarmId);
      this.cached.set(alarmId, { sheet, readAtMs: nowMs, isChanged: false });
      return sheet;
    }
    if (cached.isChanged) {
      const { sheet } = cached;
      cached.isChanged = false;
      cached.sheet = this.buildingOf(alarmId).then(() => sheet);
    }
    return cached.sheet;
  }

  private async buildingOf(alarmId: string): Promise<HandoverBuilding> {
    const found = await this.alarms.findHandover(alarmId);
    if (!found) throw new AppError('handover.over');
    return found;
  }

  private async read(alarmId: string): Promise<HandoverSheet> {
    const found = await this.buildingOf(alarmId);
    const { buildingId, senderId, name, address, rescueNote } = found;
    // The link reads what a manager reads.
    const member = { id: '', role: 'manager', maySend: false } as const;
    const { alarm } = await this.history.details({
      alarm: { id: alarmId, buildingId, senderId },
      member,
    });
    const { homes } = (await this.reach.read(alarmId)).reach;
    return {
      building: { name, address },
      alarm,
      homes,
      outside: await this.listed.outside(buildingId),
      ...(rescueNote !== null && { rescueNote }),
      serverNow: this.clock.now().toISOString(),
    };
  }

  /** @returns 43 characters, base64url */
  private tokenOf(alarmId: string): string {
    const id = Buffer.from(alarmId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.macOf(id)]).toString('base64url');
  }

  private macOf(id: Buffer): Buffer {
    return createHmac('sha256', this.key).update(id).digest().subarray(0, MAC_BYTES);
  }
}
