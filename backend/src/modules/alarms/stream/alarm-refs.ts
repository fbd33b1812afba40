import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { PersonSlots } from '../../../platform/limits/person-slots.js';
import { LOOK_UP_SLOTS } from '../model/alarm-limits.js';
import { historyStart } from '../model/history-window.js';
import { MembershipRepository, type AlarmRef } from './membership.repository.js';

const SIZE = 1_000;

/** Knows to which building an alarm belongs and who sent it. Neither ever changes. */
@Injectable()
export class AlarmRefs {
  private readonly known = new Map<string, AlarmRef>();

  constructor(
    private readonly memberships: MembershipRepository,
    private readonly clock: Clock,
    private readonly slots: PersonSlots,
  ) {}

  /**
   * @param userId the person who asks; undefined where time itself acts
   * @throws AppError alarm.not_found
   */
  async require(alarmId: string, userId?: string): Promise<AlarmRef> {
    const alarm = this.known.get(alarmId) ?? (await this.read(alarmId, userId));
    if (!alarm || alarm.raisedAt <= historyStart(this.clock)) {
      throw new AppError('alarm.not_found');
    }
    this.known.set(alarmId, alarm);
    if (this.known.size > SIZE) {
      const [oldest = ''] = this.known.keys();
      this.known.delete(oldest);
    }
    return alarm;
  }

  private async read(alarmId: string, userId = 'system'): Promise<AlarmRef | undefined> {
    const release = await this.slots.take(LOOK_UP_SLOTS, userId);
    return this.memberships.findAlarm(alarmId).finally(release);
  }
}
