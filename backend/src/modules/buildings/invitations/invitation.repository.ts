import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type FindOptionsWhere } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';
import { sha256 } from '../../../platform/hashing.js';
import { InvitationRow, type BuildingRow } from '../buildings.entities.js';

/** The length of a poster's typed code, which is shorter than a link's token. */
export const TYPED_LENGTH = 8;

export type InvitationWithBuilding = InvitationRow & { building: BuildingRow };

/**
 * Stores the hash of each token and code. An open invitation is neither used nor withdrawn nor
 * replaced; it may have expired.
 */
@Injectable()
export class InvitationRepository {
  constructor(private readonly database: DataSource) {}

  async insert(tx: Tx, invitation: InvitationRow): Promise<void> {
    await tx.insert(InvitationRow, invitation);
  }

  /** @returns the open invitations, newest first */
  findOpen(buildingId: string): Promise<InvitationRow[]> {
    return this.database.getRepository(InvitationRow).find({
      where: { buildingId, endedAt: IsNull() },
      order: { createdAt: 'DESC' },
    });
  }

  /**
   * @returns the number of open personal invitations that have not expired, which the user made as a
   *   manager of any building or as an administrator
   */
  async countOpenBy(tx: Tx, userId: string, now: Date): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(
      `select count(*)::int as count from (
         select i.id, i.ended_at, i.expires_at from memberships m
           join invitations i on i.building_id = m.building_id and i.invited_by = m.id
          where m.user_id = $1
         union all
         select id, ended_at, expires_at from invitations where administrator_id = $1
       ) own where ended_at is null and expires_at > $2`,
      [userId, now],
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

  /**
   * Ends the open invitations that match.
   * @returns false when there is none
   */
  async end(tx: Tx, which: FindOptionsWhere<InvitationRow>, endedAt: Date): Promise<boolean> {
    const open = { ...which, endedAt: IsNull() };
    const { affected } = await tx.update(InvitationRow, open, { endedAt });
    return affected !== 0;
  }
}

/** @returns the hash of a link's token or of a poster's typed code, under the name of its column */
function hashOf(token: string): { codeHash: string } | { tokenHash: string } {
  return token.length === TYPED_LENGTH
    ? { codeHash: sha256(token.toUpperCase()) }
    : { tokenHash: sha256(token) };
}
