import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';
import { SaveCheck } from '../../../platform/health/save-check.js';
import { PRESS_DATABASE } from '../../../platform/tokens.js';

/**
 * Selects a commit of this database's role that waits for the synchronous standby. It goes on waiting
 * after its node has given up, and holds a connection to PostgreSQL.
 */
const STUCK_COMMITS = `
  select 1 from pg_stat_activity
   where wait_event = 'SyncRep' and clock_timestamp() - state_change > interval '1 s' limit 1`;
/** Ends the trial; everything before it is rolled back. */
const TRIED = 'alarm tried';

/**
 * Tries to save an alarm for `/health/ready`. The rows are rolled back, but need the same
 * connections, tables, rights and disk space as those of a press. A message in PostgreSQL's log is
 * then committed and flushed, because a rollback never waits for the disk or a synchronous standby.
 * The trial writes no row of `building_streams`: a committed write in a savepoint would begin a new
 * epoch, because `xmin` is then another transaction than the one in the row's lineage (decision 37).
 */
@Injectable()
export class TrialAlarm {
  constructor(
    @Inject(PRESS_DATABASE) private readonly database: DataSource,
    check: SaveCheck,
  ) {
    check.register(() => this.tryAlarm());
  }

  async tryAlarm(): Promise<void> {
    await this.database
      .transaction(async (tx) => {
        await this.requireStandby(tx);
        await this.insertAlarm(tx);
        throw new Error(TRIED);
      })
      .catch((error: unknown) => {
        if ((error as Error).message !== TRIED) throw error;
      });
    await this.database.transaction((tx) =>
      tx.query(`select pg_logical_emit_message(true, 'resq', 'ready')`),
    );
  }

  /** A commit that would wait too must not be tried, or the probes would take all connections. */
  private async requireStandby(tx: Tx): Promise<void> {
    const { length } = await tx.query<object[]>(STUCK_COMMITS);
    if (length > 0) throw new Error('commits wait for the synchronous standby');
  }

  private async insertAlarm(tx: Tx): Promise<void> {
    await tx.query('select from memberships, building_streams, outbox, audit_log limit 0');
    await tx.query(
      `with trial as (
         select id as building_id, gen_random_uuid() as id, now() as at from buildings limit 1
       ), alarm as (
         insert into alarms (id, building_id, type, exercise, status, sender_id,
                             raised_at, last_press_at, expires_at, last_seq)
         select id, building_id, 'other', true, 'expired', id, at, at, at, 0 from trial
       ), event as (
         insert into alarm_events (building_id, seq, alarm_id, kind, record, people, at)
         select building_id, -1 - floor(random() * 1e9)::int, id, 'expired', '{}', '{}', at
           from trial
       )
       insert into presses (id, building_id, membership_id, alarm_id, epoch, seq, merged, at)
       select id, building_id, id, id, id, 0, false, at from trial`,
    );
  }
}
