import { Injectable } from '@nestjs/common';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { AlarmPushesService } from './alarms/alarm-pushes.service.js';
import { ClosePushesService } from './alarms/close-pushes.service.js';

/** Runs the jobs that the alarms add (`modules/alarms/stream/change-rows.ts`). */
@Injectable()
export class PushJobs {
  constructor(jobs: JobQueue, pushes: AlarmPushesService, closings: ClosePushesService) {
    jobs.handle('push.alarm', ({ alarmId, step }) => pushes.run(alarmId, step));
    jobs.handle('push.close', (job) => closings.run(job));
  }
}
