import { Injectable } from '@nestjs/common';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { AlarmsService } from './alarms.service.js';

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Appends the event of an expiry. Readers see the alarm expired in any case. */
    'alarm.expire': { alarmId: string };
  }
}

@Injectable()
export class AlarmJobs {
  constructor(jobs: JobQueue, alarms: AlarmsService) {
    jobs.handle('alarm.expire', ({ alarmId }) => alarms.expireIfDue(alarmId));
  }
}
