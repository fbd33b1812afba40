import { Injectable } from '@nestjs/common';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { AlarmsService } from './alarms.service.js';

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Appends the expired event. Readers see the alarm as expired even before the job runs. */
    'alarm.expire': { alarmId: string };
  }
}

@Injectable()
export class AlarmJobs {
  constructor(jobs: JobQueue, alarms: AlarmsService) {
    jobs.handle('alarm.expire', ({ alarmId }) => alarms.expireIfDue(alarmId));
  }
}
