import { Injectable } from '@nestjs/common';
import { PersonalEvents } from './personal-events.js';

/** Lets the rooms of other means, such as push, report that they have changed an alarm's reach. */
@Injectable()
export class ReachService {
  constructor(private readonly personalEvents: PersonalEvents) {}

  changed(alarmId: string): void {
    this.personalEvents.reachChanged(alarmId);
  }
}
