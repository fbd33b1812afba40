import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
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
  ) {}

  /** @throws AppError alarm.not_found */
  async require(alarmId: string): Promise<AlarmRef> {
    const alarm = this.known.get(alarmId) ?? (await this.memberships.findAlarm(alarmId));
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
}
