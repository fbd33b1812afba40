import { Injectable } from '@nestjs/common';
import type { Alarm, AmendRequest } from '../../contract/alarm.js';
import { Clock } from '../../platform/clock.js';
import type { Actor } from '../auth/actor.js';
import { amendRule, extendRule } from './model/alarm-rules.js';
import { viewAt } from './model/alarm-views.js';
import { refusalOfAmendment, refusalOfExtension } from './model/policy.js';
import type { Rule } from './model/stream-change.js';
import { AlarmRefs } from './stream/alarm-refs.js';
import { BuildingStream } from './stream/building-stream.js';
import { UpdateMerger } from './stream/update-merger.js';

/** Changes the texts and the end of an active alarm. All members see the change. */
@Injectable()
export class AmendmentsService {
  constructor(
    private readonly refs: AlarmRefs,
    private readonly stream: BuildingStream,
    private readonly merger: UpdateMerger,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError alarm.not_found, alarm.not_sender, alarm.sending_paused or alarm.over */
  amend(actor: Actor, alarmId: string, amendment: AmendRequest): Promise<Alarm> {
    return this.merger.run(`${actor.userId} ${alarmId}`, amendment, {
      kind: 'amend',
      make: (merged) => this.change(actor, alarmId, refusalOfAmendment, amendRule(merged)),
      combine: (earlier, later) => ({ ...earlier, ...later }),
    });
  }

  /**
   * Extends the alarm to an hour from now.
   * @throws AppError alarm.not_found, alarm.not_yours, alarm.sending_paused or alarm.over
   */
  extend(actor: Actor, alarmId: string): Promise<Alarm> {
    return this.change(actor, alarmId, refusalOfExtension, extendRule);
  }

  private async change(
    actor: Actor,
    alarmId: string,
    refusal: typeof refusalOfAmendment,
    rule: Rule,
  ): Promise<Alarm> {
    const alarm = await this.refs.require(alarmId, actor.userId);
    const changed = await this.stream.change(
      {
        actor,
        buildingId: alarm.buildingId,
        alarmId,
        refusal: (member) => refusal(member, alarm),
        stranger: 'alarm.not_found',
        tooMany: 'request.rate_limited',
      },
      rule,
    );
    return viewAt(changed, this.clock.now());
  }
}
