import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not, type FindOptionsWhere } from 'typeorm';
import type { Home } from '../../../contract/alarm.js';
import { COUNTS } from '../../../contract/limits.js';
import { isTypedCode } from '../../../contract/pasted-fields.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { sha256 } from '../../../platform/secret-texts.js';
import { InvitationRow, type BuildingRow } from '../buildings.entities.js';
import { columnsOf } from '../home-list/home.repository.js';

export type InvitationWithBuilding = InvitationRow & { building: BuildingRow };

/**
 * Stores the hash of each token and code. An open invitation is neither used nor withdrawn nor
 * replaced; it may have expired.
 */
@Injectable()
export class InvitationRepository {
  constructor(private readonly database: DataSource) {}

  async insert(tx: Tx, ...invitations: InvitationRow[]): Promise<void> {
    await tx.insert(InvitationRow, invitations);
  }

  /** @returns the open invitations, newest first */
  findOpen(buildingId: string): Promise<InvitationRow[]> {
    return this.database.getRepository(InvitationRow).find({
      where: { buildingId, endedAt: IsNull() },
      order: { createdAt: 'DESC' },
    });
  }

  /**
   * @returns the number of open personal invitations without a home that have not expired, which the user
   *   made as a manager of any building or as an administrator
   */
  async countOpenBy(tx: Tx, userId: string, now: Date): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(
      `select count(*)::int as count from (
         select i.apartment, i.ended_at, i.expires_at from memberships m
           join invitations i on i.building_id = m.building_id and i.invited_by = m.id
          where m.user_id = $1
         union all
         select apartment, ended_at, expires_at from invitations where administrator_id = $1
       ) own where apartment is null and ended_at is null and expires_at > $2`,
      [userId, now],
    );
    return row?.count ?? 0;
  }

  /** @returns the number of open personal invitations to the home that have not expired */
  async countOpenFor(tx: Tx, buildingId: string, home: Home, now: Date): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(
      `select count(*)::int as count from invitations, single_entrance($1) as single
        where building_id = $1 and kind = 'personal' and apartment = $3
          and entrance_key(entrance, single) = entrance_key($2, single)
          and ended_at is null and expires_at > $4`,
      [buildingId, home.entrance ?? '', home.apartment, now],
    );
    return row?.count ?? 0;
  }

  /** @returns the invitation with its building and the manager who made it */
  findOpenByToken(token: string): Promise<InvitationWithBuilding | null> {
    return this.database.getRepository(InvitationRow).findOne({
      where: { ...hashOf(token), endedAt: IsNull() },
      relations: { building: true, invitedBy: true },
    }) as Promise<InvitationWithBuilding | null>;
  }

  lockOpenByToken(tx: Tx, token: string): Promise<InvitationRow | null> {
    return tx.findOne(InvitationRow, {
      where: { ...hashOf(token), endedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** @returns whether the token is that of a poster which another one has replaced */
  async isReplacedPoster(token: string): Promise<boolean> {
    const where = { ...hashOf(token), kind: 'poster' as const, endedAt: Not(IsNull()) };
    const poster = await this.database.getRepository(InvitationRow).findOneBy(where);
    if (!poster) return false;
    const [next] = await this.database.query<object[]>(
      `select 1 from invitations, single_entrance($1) as single
        where building_id = $1 and kind = 'poster' and ended_at is null
          and entrance_key(entrance, single) = entrance_key($2, single)`,
      [poster.buildingId, poster.entrance],
    );
    return next !== undefined;
  }

  /**
   * Ends the open invitations that match.
   * @returns false when there is none
   */
  async end(tx: Tx, which: FindOptionsWhere<InvitationRow>, endedAt: Date): Promise<boolean> {
    const open = { ...which, endedAt: IsNull() };
    const { affected } = await tx.update(InvitationRow, open, { endedAt });
    return affected !== 0;
  }

  /** Ends the open poster of the entrance. */
  async endPoster(tx: Tx, buildingId: string, entrance: string | null, now: Date): Promise<void> {
    await tx.query(
      `update invitations set ended_at = $3 from single_entrance($1) as single
        where building_id = $1 and kind = 'poster' and ended_at is null
          and entrance_key(entrance, single) = entrance_key($2, single)`,
      [buildingId, entrance, now],
    );
  }

  /** Ends the open letters to the homes. A letter is the personal invitation to a home that has a code. */
  async endLetters(tx: Tx, buildingId: string, homes: Home[], now: Date): Promise<void> {
    await tx.query(
      `update invitations i set ended_at = $4
         from unnest($2::text[], $3::text[]) as h(entrance, apartment), single_entrance($1) as single
        where i.building_id = $1 and i.kind = 'personal' and i.code_hash is not null
          and i.ended_at is null and i.apartment = h.apartment
          and entrance_key(i.entrance, single) = entrance_key(h.entrance, single)`,
      [buildingId, ...columnsOf(homes), now],
    );
  }

  /** @returns whether one of the homes has so many open links that a letter would be one too many */
  async hasFullHome(tx: Tx, buildingId: string, homes: Home[], now: Date): Promise<boolean> {
    const [row] = await tx.query<object[]>(
      `select 1 from invitations i, single_entrance($1) as single,
              unnest($2::text[], $3::text[]) as h(entrance, apartment)
        where i.building_id = $1 and i.kind = 'personal' and i.code_hash is null
          and i.ended_at is null and i.expires_at > $4 and i.apartment = h.apartment
          and entrance_key(i.entrance, single) = entrance_key(h.entrance, single)
        group by h.entrance, h.apartment having count(*) >= $5 limit 1`,
      [buildingId, ...columnsOf(homes), now, COUNTS.invitationsPerHome],
    );
    return row !== undefined;
  }
}

/** @returns the hash of a link's token or of a typed code, under the name of its column */
function hashOf(token: string): { codeHash: string } | { tokenHash: string } {
  const typed = token.toUpperCase();
  return isTypedCode(typed) ? { codeHash: sha256(typed) } : { tokenHash: sha256(token) };
}
