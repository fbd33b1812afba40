import { Inject, Injectable } from '@nestjs/common';
import type { CreatedHandover, HandoverSheet } from '../../../contract/handover.js';
import { PAGES } from '../../../contract/paths.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { CONFIG } from '../../../platform/tokens.js';
import type { Actor } from '../../auth/actor.js';
import { HomesService } from '../../buildings/register/homes.service.js';
import { AlarmHistoryService } from '../history/alarm-history.service.js';
import { mayHandOver } from '../model/policy.js';
import { ReachQuery } from '../responses/reach.query.js';
import { AlarmLookups } from '../stream/alarm-lookups.repository.js';
import { HandoverRepository } from './handover.repository.js';
import { HandoverTokens } from './handover.tokens.js';

/** The sheet that managers hand to the rescue service during an alarm. Whoever has its link reads it. */
@Injectable()
export class HandoverService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly lookups: AlarmLookups,
    private readonly tokens: HandoverTokens,
    private readonly sheets: HandoverRepository,
    private readonly history: AlarmHistoryService,
    private readonly reach: ReachQuery,
    private readonly listed: HomesService,
  ) {}

  /**
   * @returns the link, which ends with the alarm
   * @throws AppError alarm.not_found, building.manager_required, or handover.over
   */
  async create(actor: Actor, alarmId: string): Promise<CreatedHandover> {
    const { member } = await this.lookups.accessOf(actor, alarmId);
    if (!mayHandOver(member)) throw new AppError('building.manager_required');
    const { alarm } = await this.read(alarmId);
    return {
      url: `${this.config.publicUrl}${PAGES.handover}#${this.tokens.make(alarmId)}`,
      expiresAt: alarm.expiresAt,
    };
  }

  /** @returns the id of the token's alarm; undefined for a token that is not ours */
  alarmOf(token: string): string | undefined {
    return this.tokens.read(token);
  }

  /** @throws AppError handover.over */
  async read(alarmId: string): Promise<HandoverSheet> {
    const found = await this.sheets.find(alarmId, this.clock.now());
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
}
