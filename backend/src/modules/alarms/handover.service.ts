import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CreatedHandover, HandoverSheet } from '../../contract/handover.js';
import { PAGES } from '../../contract/paths.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import { deriveKey } from '../../platform/secret-keys.js';
import { CONFIG } from '../../platform/tokens.js';
import type { Actor } from '../auth/actor.js';
import { HomesService } from '../buildings/home-list/homes.service.js';
import { AlarmHistoryService } from './history/alarm-history.service.js';
import { HistoryRepository } from './history/history.repository.js';
import { mayHandOver } from './model/policy.js';
import { ReachQuery } from './responses/reach.query.js';
import { AlarmLookups } from './stream/alarm-lookups.repository.js';

const ID_BYTES = 16;
/** Half of a SHA-256, which RFC 2104 allows, is more than anybody can try out in an hour. */
const MAC_BYTES = 16;

/**
 * The sheet that managers hand to the rescue service during an alarm. Whoever has its link reads it. The
 * link's token is the alarm's id and a MAC of it: nothing is saved, because the sheet ends with its alarm.
 */
@Injectable()
export class HandoverService {
  private readonly key: KeyObject;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly lookups: AlarmLookups,
    private readonly alarms: HistoryRepository,
    private readonly history: AlarmHistoryService,
    private readonly reach: ReachQuery,
    private readonly listed: HomesService,
  ) {
    this.key = deriveKey(config.secrets.refreshKey, 'handover');
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

  /** @throws AppError handover.over */
  async read(alarmId: string): Promise<HandoverSheet> {
    const found = await this.alarms.findHandover(alarmId);
    if (!found) throw new AppError('handover.over');
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
