import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../platform/database/transactions.js';
import type { Person } from '../../platform/retention/retention.js';
import { ENDING_ACTIONS, type EndedAct, type LostRights } from './ended-acts.js';

const BATCH = 1_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

const ended = (table: string): string =>
  `update ${table} set ended_at = $2 where id = any($1) and ended_at is null`;
/** The statements that end again the subjects with the ids $1, at the time $2. */
const ENDINGS = {
  'code.deleted': 'delete from access_codes where id = any($1) and created_at <= $2',
  'exercise.called_off': `update exercises set called_off_at = $2
                           where id = any($1) and called_off_at is null`,
  'invitation.withdrawn': ended('invitations'),
  'kiosk.revoked': `update kiosks set revoked_at = $2, node_id = null, place = null
                     where id = any($1) and revoked_at is null`,
  'session.ended': ended('auth_sessions'),
  'session.replayed': ended('auth_sessions'),
} satisfies Partial<Record<EndedAct['action'], string>>;

/** Reads the acts that end something, and ends it again in a restored database. */
@Injectable()
export class RecoveryRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns the acts since then, oldest first */
  async *findSince(start: Date): AsyncGenerator<EndedAct[]> {
    let last: { at: string | Date; id: string } = { at: start, id: FIRST };
    for (;;) {
      const rows = await this.database.query<(Omit<EndedAct, 'at'> & { at: Date })[]>(
        `select id, at, action, actor_id as "actorId", building_id as "buildingId",
                subject_id as "subjectId", details
           from audit_log where action = any($1) and (at, id) > ($2, $3) order by at, id limit $4`,
        [ENDING_ACTIONS, last.at, last.id, BATCH],
      );
      const acts = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
      if (acts.length > 0) yield acts;
      const end = acts.at(-1);
      if (!end || acts.length < BATCH) return;
      last = end;
    }
  }

  /** An act and its row of the audit log are one transaction, so a missing row is a missing act. */
  async findMissing<T extends { id: string }>(acts: T[]): Promise<T[]> {
    const rows = await this.database.query<{ id: string }[]>(
      'select id from audit_log where id = any($1)',
      [acts.map(({ id }) => id)],
    );
    const known = new Set(rows.map(({ id }) => id));
    return acts.filter(({ id }) => !known.has(id));
  }

  /** @returns those of the alarms that go on, with their buildings */
  findActive(alarmIds: string[]): Promise<{ id: string; buildingId: string }[]> {
    return this.database.query(
      `select id, building_id as "buildingId" from alarms where id = any($1) and status = 'active'`,
      [alarmIds],
    );
  }

  async countActiveAlarms(now: Date): Promise<number> {
    const [row] = await this.database.query<{ count: number }[]>(
      `select count(*)::int as count from alarms where status = 'active' and expires_at > $1`,
      [now],
    );
    return row?.count ?? 0;
  }

  /** @returns those of the users who exist, with all their memberships */
  findPersons(userIds: string[]): Promise<Person[]> {
    return this.database.query(
      `select u.id as "userId", array(select m.id from memberships m where m.user_id = u.id) as "membershipIds"
         from users u where u.id = any($1)`,
      [userIds],
    );
  }

  async endMemberships(tx: Tx, lost: LostRights[]): Promise<void> {
    await tx.query(
      `update memberships m
          set status = case when l.ended is null then m.status else 'revoked' end,
              ended_at = coalesce(m.ended_at, (l.ended ->> 'at')::timestamptz),
              ended_by = coalesce(m.ended_by, (l.ended ->> 'by')::uuid),
              role = case when l."isDemoted" then 'resident' else m.role end,
              may_send = m.may_send and not l."isPaused"
         from jsonb_to_recordset($1) as l(id uuid, ended jsonb, "isDemoted" boolean, "isPaused" boolean)
        where m.id = l.id and m.status <> 'revoked'`,
      [JSON.stringify(lost)],
    );
  }

  /** Ends again the sign-ins, displays, planned exercises, invitations and codes that the acts ended. */
  async endSubjects(tx: Tx, acts: EndedAct[], now: Date): Promise<void> {
    for (const [action, sql] of Object.entries(ENDINGS)) {
      const ids = acts.flatMap((act) => (act.action === action && act.subjectId) || []);
      if (ids.length > 0) await tx.query(sql, [ids, now]);
    }
  }

  /** Deletes the links to a new password that their owners have withdrawn. */
  async deleteLinks(tx: Tx, userIds: string[]): Promise<void> {
    await tx.query('delete from reset_links where user_id = any($1)', [userIds]);
  }

  /**
   * Makes the old password useless, ends the sessions that its change has ended, and deletes the links to a
   * new one.
   * @param change `sessionId` is the session in which the user changed it
   * @param passwordHash of a password that nobody knows
   */
  async endPassword(
    tx: Tx,
    { userId, sessionId, at }: { userId: string; sessionId: string | null; at: string },
    passwordHash: string,
  ): Promise<void> {
    await tx.query('update users set password_hash = $2 where id = $1', [userId, passwordHash]);
    await this.deleteLinks(tx, [userId]);
    await tx.query(
      `update auth_sessions set ended_at = $3
        where user_id = $1 and id is distinct from $2 and created_at < $3 and ended_at is null`,
      [userId, sessionId, at],
    );
  }

  async closeBuildings(tx: Tx, ids: string[], now: Date): Promise<void> {
    const values = [ids, now];
    await tx.query(
      'update buildings set closed_at = $2 where id = any($1) and closed_at is null',
      values,
    );
    await tx.query(
      'update invitations set ended_at = $2 where building_id = any($1) and ended_at is null',
      values,
    );
    await tx.query(
      `update memberships set status = 'revoked', ended_at = $2
        where building_id = any($1) and status <> 'revoked'`,
      values,
    );
  }

  /** Every tab starts over, also where the database does not show that it was put back (decision 37). */
  async renewEpochs(tx: Tx): Promise<void> {
    await tx.query('update building_streams set epoch = gen_random_uuid()');
  }

  /** Puts the acts back into the log, which also marks them as done. */
  async saveActs(tx: Tx, acts: EndedAct[]): Promise<void> {
    await tx.query(
      `insert into audit_log (id, at, action, actor_id, building_id, subject_id, details)
       select id, at, action, "actorId", "buildingId", "subjectId", details
         from jsonb_to_recordset($1)
                as act(id uuid, at timestamptz, action text, "actorId" uuid, "buildingId" uuid,
                       "subjectId" uuid, details jsonb)
       on conflict (id) do nothing`,
      [JSON.stringify(acts)],
    );
  }
}
