import type { JobName } from './platform/jobs/outbox.js';
import type { QueueName } from './platform/jobs/queue-connection.js';

/** Every job and the queue it runs in. The start fails when a job has no handler. */
export const QUEUE_OF: Record<JobName, QueueName> = {
  'account.erase': 'housekeeping',
  'account.erase_restored': 'housekeeping',
  'alarm.expire': 'alarms',
  'audit.seal': 'audit',
  'audit.verify': 'audit',
  'housekeeping.retire': 'housekeeping',
  'push.alarm': 'push',
  'push.close': 'push',
};
