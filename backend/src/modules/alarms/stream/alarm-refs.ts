import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { PersonSlots } from '../../../platform/limits/slots.js';
import { LruMap } from '../../../platform/limits/lru-map.js';
import { LOOK_UP_SLOTS } from '../model/alarm-limits.js';
import { historyStart } from '../model/history-window.js';
import { MembershipRepository, type AlarmRef } from './members/membership.repository.js';

const SIZE = 1_000;

/** Caches the building and the sender of alarms, which never change. */
@Injectable()
export class AlarmRefs {
  private readonly known = new LruMap<string, AlarmRef>(SIZE);

  constructor(
    private readonly memberships: MembershipRepository,
    private readonly clock: Clock,
    private readonly slots: PersonSlots,
  ) {}

  /**
   * @param userId the user whose look-up slots are used; undefined for the system
   * @throws AppError alarm.not_found
   */
  async require(alarmId: string, userId?: string): Promise<AlarmRef> {
    const alarm = this.known.get(alarmId) ?? (await this.read(alarmId, userId));
    if (!alarm || alarm.raisedAt <= historyStart(this.clock)) {
      throw new AppError('alarm.not_found');
    }
    this.known.set(alarmId, alarm);
    return alarm;
  }

  private async read(alarmId: string, userId = 'system'): Promise<AlarmRef | undefined> {
    const release = await this.slots.take(LOOK_UP_SLOTS, userId);
    return this.memberships.findAlarm(alarmId).finally(release);
  }
}
