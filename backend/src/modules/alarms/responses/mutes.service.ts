import { Injectable } from '@nestjs/common';
import type { Mute } from '../../../contract/alarm.js';
import { Clock } from '../../../platform/clock.js';
import type { Actor } from '../../auth/actor.js';
import { AlarmAccessRepository } from '../stream/alarm-access.repository.js';
import { MutesRepository } from './mutes.repository.js';
import { PersonalEvents } from './personal-events.js';

/** Mutes an alarm, or ends the mute, on all devices of one user. */
@Injectable()
export class MutesService {
  constructor(
    private readonly clock: Clock,
    private readonly access: AlarmAccessRepository,
    private readonly mutes: MutesRepository,
    private readonly personalEvents: PersonalEvents,
  ) {}

  /** @throws AppError alarm.not_found */
  async set(actor: Actor, alarmId: string, muted: boolean): Promise<Mute> {
    const { member } = await this.access.require(actor, alarmId);
    const at = this.clock.now();
    if (muted) await this.mutes.save(alarmId, member.id, at);
    else await this.mutes.delete(alarmId, member.id);
    const mute = { alarmId, muted, at: at.toISOString() };
    this.personalEvents.muted(actor.userId, mute);
    return mute;
  }
}
