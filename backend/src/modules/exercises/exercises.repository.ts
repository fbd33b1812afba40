import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EXERCISE_TIMES, EXERCISES_ANNOUNCED } from '../../contract/exercises.js';
import { readPageCursor } from '../../platform/input.js';
import type { Tx } from '../../platform/database/transactions.js';

export interface ExerciseRow {
  id: string;
  buildingId: string;
  plannedBy: string | null;
  at: Date;
  announcedAt: Date | null;
  calledOffAt: Date | null;
  blockedAt: Date | null;
}

/** An exercise with the alarm that it became; one that was raised as an alarm has no plan. */
export interface ListedExercise {
  id: string;
  at: Date;
  announcedAt: Date | null;
  calledOffAt: Date | null;
  blockedAt: Date | null;
  /** Null before it began. */
  isActive: boolean | null;
}

/** The answers to whether something keeps an exercise from being planned. */
interface Conflicts {
  isPlanned: boolean;
  isHeld: boolean;
  isReal: boolean;
  isAnnouncedOften: boolean;
}

const ROW = `
  select id, building_id as "buildingId", planned_by as "plannedBy", at,
         announced_at as "announcedAt", called_off_at as "calledOffAt", blocked_at as "blockedAt"
    from exercises`;

@Injectable()
export class ExercisesRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns those of the exercises since then and the planned ones that follow a cursor, newest first */
  list(
    buildingId: string,
    now: Date,
    since: Date,
    before: string | undefined,
    limit: number,
  ): Promise<ListedExercise[]> {
    const { at, id } = readPageCursor(before);
    return this.database.query<ListedExercise[]>(
      `select coalesce(e.id, a.id) as id, coalesce(a.raised_at, e.at) as at,
              e.announced_at as "announcedAt", e.called_off_at as "calledOffAt",
              e.blocked_at as "blockedAt", a.status = 'active' and a.expires_at > $2 as "isActive"
         from (select * from exercises where building_id = $1 and at > $3) e
         full join (
           select * from alarms where building_id = $1 and exercise and raised_at > $3) a
           on a.id = e.id
        where $5::timestamptz is null
           or (coalesce(a.raised_at, e.at), coalesce(e.id, a.id)) < ($5::timestamptz, $6::uuid)
        order by 2 desc, 1 desc limit $4`,
      [buildingId, now, since, limit, at, id],
    );
  }

  /** @returns whether one is planned, or has begun since */
  async isPractised(buildingId: string, now: Date, since: Date): Promise<boolean> {
    const [row] = await this.database.query<{ isPractised: boolean }[]>(
      // Asked whether one exists, PostgreSQL may scan the alarms of all buildings for the first.
      `select coalesce((
                select raised_at from alarms where building_id = $1 and exercise
                 order by raised_at desc limit 1) > $3, false)
           or exists (
                select 1 from exercises where building_id = $1 and called_off_at is null
                   and blocked_at is null and at > $2) as "isPractised"`,
      [buildingId, new Date(now.getTime() - EXERCISE_TIMES.lateMs), since],
    );
    return row?.isPractised === true;
  }

  async find(id: string): Promise<ExerciseRow | undefined> {
    const sql = `${ROW} where id = $1`;
    const [row] = await this.database.query<ExerciseRow[]>(sql, [id]);
    return row;
  }

  /** @returns undefined for one of another building */
  async lock(tx: Tx, id: string, buildingId: string): Promise<ExerciseRow | undefined> {
    const sql = `${ROW} where id = $1 and building_id = $2 for update`;
    const [row] = await tx.query<ExerciseRow[]>(sql, [id, buildingId]);
    return row;
  }

  async insert(
    tx: Tx,
    row: Pick<ExerciseRow, 'id' | 'buildingId' | 'plannedBy' | 'at'>,
    now: Date,
  ) {
    await tx.query(
      `insert into exercises (id, building_id, planned_by, at, created_at)
       values ($1, $2, $3, $4, $5)`,
      [row.id, row.buildingId, row.plannedBy, row.at, now],
    );
  }

  /**
   * @param announcedAt when it would be announced; undefined for one that begins now
   * @returns what keeps an exercise at that time from being planned
   */
  async conflicts(
    tx: Tx,
    buildingId: string,
    { at, announcedAt, now }: { at: Date; announcedAt: Date | undefined; now: Date },
  ): Promise<Conflicts> {
    const [found] = await tx.query<Conflicts[]>(
      `select exists (
                select 1 from exercises e where e.building_id = $1 and e.called_off_at is null
                   and e.blocked_at is null and e.at > $5
                   and not exists (select 1 from alarms where id = e.id)) as "isPlanned",
              exists (
                select 1 from alarms where building_id = $1 and exercise
                   and raised_at > $3) as "isHeld",
              exists (
                select 1 from alarms where building_id = $1 and not exercise and status = 'active'
                   and expires_at > $4 and $2::timestamptz <= $4) as "isReal",
              (select count(*) >= $7 from exercises where building_id = $1
                  and at > $6 and announced_at > $6) as "isAnnouncedOften"`,
      [
        buildingId,
        at,
        new Date(at.getTime() - EXERCISE_TIMES.everyMs),
        now,
        new Date(now.getTime() - EXERCISE_TIMES.lateMs),
        announcedAt && new Date(announcedAt.getTime() - EXERCISE_TIMES.everyMs),
        EXERCISES_ANNOUNCED,
      ],
    );
    return found!;
  }

  async hasBegun(tx: Tx, id: string): Promise<boolean> {
    const found = await tx.query<object[]>('select 1 from alarms where id = $1', [id]);
    return found.length > 0;
  }

  async callOff(tx: Tx, id: string, now: Date): Promise<void> {
    await tx.query('update exercises set called_off_at = $2 where id = $1', [id, now]);
  }

  async block(id: string, now: Date): Promise<void> {
    const sql = 'update exercises set blocked_at = $2 where id = $1 and blocked_at is null';
    await this.database.query(sql, [id, now]);
  }

  async markAnnounced(tx: Tx, id: string, now: Date): Promise<void> {
    await tx.query('update exercises set announced_at = $2 where id = $1', [id, now]);
  }

  /** Saves once how ready each member was when the exercise began. @param readiness by user id */
  async saveReadiness(id: string, readiness: ReadonlyMap<string, string>): Promise<void> {
    await this.database.query(
      `update exercises e set readiness = coalesce((
         select jsonb_object_agg(m.id, $2::jsonb ->> m.user_id::text) from memberships m
          where m.building_id = e.building_id and m.status = 'active'
            and $2::jsonb ? m.user_id::text), '{}')
        where e.id = $1 and e.readiness is null`,
      [id, JSON.stringify(Object.fromEntries(readiness))],
    );
  }

  /** @returns the user who raises it: who planned it, else the longest-serving manager who may send */
  async findSender({ buildingId, plannedBy }: ExerciseRow): Promise<string | undefined> {
    const [found] = await this.database.query<{ userId: string }[]>(
      `select user_id as "userId" from memberships
        where building_id = $1 and status = 'active' and role = 'manager' and may_send
        order by (id = $2) is true desc, active_since, id limit 1`,
      [buildingId, plannedBy],
    );
    return found?.userId;
  }

  async findMembers(tx: Tx, buildingId: string): Promise<string[]> {
    const rows = await tx.query<{ userId: string }[]>(
      `select user_id as "userId" from memberships where building_id = $1 and status = 'active'`,
      [buildingId],
    );
    return rows.map(({ userId }) => userId);
  }

  /** @returns the building of an alarm, real or not, that was raised later than `after` */
  async buildingOf(alarmId: string, after: Date): Promise<string | undefined> {
    const [row] = await this.database.query<{ buildingId: string }[]>(
      'select building_id as "buildingId" from alarms where id = $1 and raised_at > $2',
      [alarmId, after],
    );
    return row?.buildingId;
  }
}
