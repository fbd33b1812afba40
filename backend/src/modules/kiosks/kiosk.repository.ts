import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlarmType } from '../../contract/alarm.js';
import { KIOSK_ENDED_MS, type KioskSound } from '../../contract/kiosks.js';
import type { Tx } from '../../platform/database/transactions.js';

export interface NewKiosk {
  id: string;
  secretHash: string;
  code: string;
  codeExpiresAt: Date;
  createdAt: Date;
}

/** A display by its secret. */
export interface KnownKiosk {
  buildingId: string | null;
  building: string | null;
  place: string | null;
  codeExpiresAt: Date | null;
  /** A closed building has no displays. */
  isRevoked: boolean;
}

export interface ListedKiosk {
  id: string;
  place: string;
  pairedAt: Date;
  isConnected: boolean;
  sound: KioskSound | null;
  seenAt: Date | null;
}

/** A display that is entitled to its building's alarms, and where it was last seen. */
export interface EntitledKiosk {
  id: string;
  nodeId: string | null;
  sound: KioskSound | null;
  /** The next exercise of its building that was announced. */
  exerciseAt: Date | null;
  /** When its building's last alarm ended, for a while; exercises do not count. */
  endedAt: Date | null;
}

/** An active alarm. Names, notes and places are never read for a display. */
export interface ShownAlarm {
  buildingId: string;
  id: string;
  type: AlarmType;
  exercise: boolean;
  raisedAt: Date;
  expiresAt: Date;
  entrance: string | null;
  apartment: string | null;
}

/** The end of an alarm is looked for among the alarms of this time, which are few. */
const RAISED_MS = 24 * 60 * 60_000;

@Injectable()
export class KioskRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns false when another display waits with the code; one that is too old gives it away */
  async insert({ id, secretHash, code, codeExpiresAt, createdAt }: NewKiosk): Promise<boolean> {
    const rows = await this.database.query<object[]>(
      `insert into kiosks (id, secret_hash, code, code_expires_at, created_at)
       values ($1, $2, $3, $4, $5) on conflict (code) do update
          set id = excluded.id, secret_hash = excluded.secret_hash,
              code_expires_at = excluded.code_expires_at, created_at = excluded.created_at
        where kiosks.code_expires_at <= $5 and kiosks.paired_at is null returning id`,
      [id, secretHash, code, codeExpiresAt, createdAt],
    );
    return rows.length > 0;
  }

  async findBySecret(id: string, secretHash: string): Promise<KnownKiosk | undefined> {
    const [row] = await this.database.query<KnownKiosk[]>(
      `select k.building_id as "buildingId", b.name as building, k.place,
              k.code_expires_at as "codeExpiresAt",
              k.revoked_at is not null or b.closed_at is not null as "isRevoked"
         from kiosks k left join buildings b on b.id = k.building_id
        where k.id = $1 and k.secret_hash = $2`,
      [id, secretHash],
    );
    return row;
  }

  /** @returns the id of the display with the code, which nobody can use again */
  async pair(
    tx: Tx,
    code: string,
    { buildingId, place, now }: { buildingId: string; place: string; now: Date },
  ): Promise<string | undefined> {
    const [rows] = await tx.query<[{ id: string }[], number]>(
      `update kiosks set building_id = $2, place = $3, paired_at = $4, code = null
        where code = $1 and code_expires_at > $4 and paired_at is null returning id`,
      [code, buildingId, place, now],
    );
    return rows[0]?.id;
  }

  async count(tx: Tx, buildingId: string): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(
      `select count(*)::int as count from kiosks where building_id = $1 and revoked_at is null`,
      [buildingId],
    );
    return row?.count ?? 0;
  }

  /** @param aliveAfter a node without a heartbeat since then is dead */
  list(buildingId: string, aliveAfter: Date): Promise<ListedKiosk[]> {
    return this.database.query<ListedKiosk[]>(
      `select k.id, k.place, k.paired_at as "pairedAt", k.sound, k.seen_at as "seenAt",
              coalesce(n.alive_at > $2, false) as "isConnected"
         from kiosks k left join nodes n on n.id = k.node_id
        where k.building_id = $1 and k.revoked_at is null
        order by lower(k.place), k.paired_at`,
      [buildingId, aliveAfter],
    );
  }

  /** @returns whether its place was another one; undefined when the building has no such display */
  async rename(
    tx: Tx,
    buildingId: string,
    id: string,
    place: string,
  ): Promise<boolean | undefined> {
    const [rows] = await tx.query<[{ isNew: boolean }[], number]>(
      `update kiosks k set place = $3 from kiosks old
        where k.id = $2 and old.id = k.id and k.building_id = $1 and k.revoked_at is null
        returning old.place is distinct from $3 as "isNew"`,
      [buildingId, id, place],
    );
    return rows[0]?.isNew;
  }

  /** @returns false when the building has no such display */
  async revoke(tx: Tx, buildingId: string, id: string, now: Date): Promise<boolean> {
    const [, count] = await tx.query<[object[], number]>(
      `update kiosks set revoked_at = $3, node_id = null, place = null
        where id = $2 and building_id = $1 and revoked_at is null`,
      [buildingId, id, now],
    );
    return count > 0;
  }

  /** @returns those of the displays that may see alarms now */
  entitled(ids: string[], now: Date): Promise<EntitledKiosk[]> {
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    return this.database.query<EntitledKiosk[]>(
      `select k.id, k.node_id as "nodeId", k.sound, (
                select min(at) from exercises where building_id = b.id and at > $2
                   and announced_at is not null and called_off_at is null) as "exerciseAt", (
                select max(at) from (
                  select coalesce((e.record->>'endedAt')::timestamptz, a.expires_at) as at
                    from alarms a
                    join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
                   where a.building_id = b.id and a.raised_at > $3 and not a.exercise
                     and (a.status <> 'active' or a.expires_at <= $2)) ended
                 where at > $4) as "endedAt"
         from kiosks k join buildings b on b.id = k.building_id
        where k.id = any($1) and k.paired_at is not null
          and k.revoked_at is null and b.closed_at is null`,
      [ids, now, before(RAISED_MS), before(KIOSK_ENDED_MS)],
    );
  }

  /**
   * Saves once that displays show alarms of their own building.
   * @returns the alarms of which that is new
   */
  async saveShown(shown: { kioskId: string; alarmId: string }[], now: Date): Promise<string[]> {
    const rows = await this.database.query<{ alarmId: string }[]>(
      `insert into kiosk_receipts (alarm_id, kiosk_id, at)
       select a.id, k.id, $2 from jsonb_to_recordset($1) as s("kioskId" uuid, "alarmId" uuid)
         join kiosks k on k.id = s."kioskId" and k.revoked_at is null
         join alarms a on a.id = s."alarmId" and a.building_id = k.building_id
           and a.status = 'active'
       on conflict do nothing returning alarm_id as "alarmId"`,
      [JSON.stringify(shown), now],
    );
    return [...new Set(rows.map(({ alarmId }) => alarmId))];
  }

  /** @returns the active alarms of the buildings, newest first */
  alarms(buildingIds: string[], now: Date): Promise<ShownAlarm[]> {
    return this.database.query<ShownAlarm[]>(
      `select a.building_id as "buildingId", a.id, a.type, a.exercise, a.raised_at as "raisedAt",
              a.expires_at as "expiresAt", m.entrance, m.apartment
         from alarms a left join memberships m on m.id = a.sender_id
        where a.building_id = any($1) and a.status = 'active' and a.expires_at > $2
        order by a.raised_at desc, a.id`,
      [buildingIds, now],
    );
  }

  /** Saves where a display is connected; without effect while the node has no row. */
  async saveConnected(id: string, nodeId: string, sound: KioskSound): Promise<void> {
    await this.database.query(
      `update kiosks set node_id = n.id, sound = $3, seen_at = null from nodes n
        where kiosks.id = $1 and n.id = $2 and revoked_at is null`,
      [id, nodeId, sound],
    );
  }

  /** Saves when displays have left, except those that have connected to another node meanwhile. */
  async saveGone(gone: { id: string; at: Date }[], nodeId: string): Promise<void> {
    await this.database.query(
      `update kiosks set node_id = null, seen_at = g.at
         from jsonb_to_recordset($1) as g(id uuid, at timestamptz)
        where kiosks.id = g.id and kiosks.node_id = $2`,
      [JSON.stringify(gone), nodeId],
    );
  }
}
