import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/transactions.js';

/** A member's name and home at one time. */
export interface HomeRecord {
  name: string;
  entrance: string | null;
  apartment: string;
}

/** A change of a member's name or home. The audit log holds its id, because it may hold no names. */
export interface HomeChange {
  id: string;
  membershipId: string;
  /** The user id of the member, or of the manager who confirmed a new home. */
  changedBy: string;
  at: Date;
  before: HomeRecord;
  after: HomeRecord;
}

@Injectable()
export class HomeChangeRepository {
  async insert(tx: Tx, change: HomeChange): Promise<void> {
    const { id, membershipId, changedBy, at, before, after } = change;
    await tx.query(
      `insert into home_changes (id, membership_id, changed_by, at, before, after)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, membershipId, changedBy, at, before, after],
    );
  }
}
