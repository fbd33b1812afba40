import { LessThan, type DataSource } from 'typeorm';
import type { RetentionRule } from '../retention/retention.js';
import { OutboxRow } from './outbox.entity.js';

const RETAINED_MS = 7 * 24 * 60 * 60_000;

/** Done rows stay for a while, or a sweep would add the row of the current period again. */
export const OUTBOX_RETENTION: RetentionRule = {
  table: 'outbox',
  retainedFor: '7 days after it was done; failed rows until an operator restarts them',
  retire: async (database: DataSource, now: Date) => {
    const doneAt = LessThan(new Date(now.getTime() - RETAINED_MS));
    await database.getRepository(OutboxRow).delete({ doneAt });
  },
};
