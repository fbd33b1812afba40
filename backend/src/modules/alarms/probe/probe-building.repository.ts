import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { PROBE_BUILDING_ID } from '../../../platform/probe-building.js';
import { deleteProbeAlarms } from '../history/alarms-retention.js';

/** One id each is enough for the account, its membership, its sign-in and its device. */
export const PROBE_MANAGER_ID = '70726f62-6500-4000-8000-000000000001';
export const PROBE_NEIGHBOUR_ID = '70726f62-6500-4000-8000-000000000002';

/**
 * Nobody can sign in to these accounts: the form refuses an e-mail address without an @.
 * $1 building, $2 manager, $3 neighbour, $4 now, $5 end of the sign-ins.
 */
const PREPARE = `
  with building as (
    insert into buildings (id, name, address, created_at) values ($1, 'Probe', 'Probe', $4)
    on conflict do nothing
  ), given (id, role) as (values ($2::uuid, 'manager'), ($3::uuid, 'resident')
  ), account as (
    insert into users (id, email, password_hash, password_is_long, created_at)
    select id, 'probe ' || role, '', false, $4 from given on conflict do nothing
  ), member as (
    insert into memberships (id, user_id, building_id, role, status, name, apartment, created_at)
    select id, id, $1, role, 'active', 'Probe', role, $4 from given on conflict do nothing
  )
  insert into auth_sessions (id, user_id, created_at, expires_at) select id, id, $4, $5 from given
  on conflict (id) do update set expires_at = excluded.expires_at, ended_at = null`;

/** A probe that runs for longer fails once, and then prepares its building again. */
const SIGN_INS_LAST_MS = 365 * 24 * 60 * 60_000;

/** Writes the rows of the probe's building, and deletes its alarms. */
@Injectable()
export class ProbeBuildingRepository {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Adds what is missing: everything in a new database, and nothing later. */
  async prepare(): Promise<void> {
    const [now, until] = [this.clock.now(), this.clock.in(SIGN_INS_LAST_MS)];
    const values = [PROBE_BUILDING_ID, PROBE_MANAGER_ID, PROBE_NEIGHBOUR_ID, now, until];
    await this.database.query(PREPARE, values);
  }

  deleteOld(): Promise<void> {
    return deleteProbeAlarms(this.database, this.clock.now());
  }
}
