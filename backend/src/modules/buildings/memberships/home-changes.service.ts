import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { FROZEN_FIELDS } from '../../../contract/field-messages.js';
import { Clock } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { HomeRecord, MembershipRow } from '../buildings.entities.js';
import { MemberRepository } from './member.repository.js';

type IsFrozen = (tx: Tx, membership: MembershipRow) => Promise<boolean>;

/**
 * Keeps names and homes as they are while an alarm shows them. Whether one does is known to a room
 * that this one must not import, and which therefore passes its check in.
 */
@Injectable()
export class HomeFreezeService {
  private isFrozen: IsFrozen | undefined;

  use(isFrozen: IsFrozen): void {
    this.isFrozen = isFrozen;
  }

  /**
   * @param next the name and home that the member would have
   * @throws AppError membership.home_frozen with a sentence for each field that would change
   */
  async require(tx: Tx, membership: MembershipRow, next: HomeRecord): Promise<void> {
    if (!this.isFrozen) throw new Error('no check of frozen homes is set');
    if (!(await this.isFrozen(tx, membership))) return;
    const changing = (['name', 'apartment', 'entrance'] as const).filter(
      (field) => membership[field] !== next[field],
    );
    const fields = Object.fromEntries(changing.map((field) => [field, FROZEN_FIELDS[field]]));
    throw new AppError('membership.home_frozen', { fields });
  }
}

/** Permits and records every change of a member's name or home. */
@Injectable()
export class HomeChangesService {
  constructor(
    private readonly freeze: HomeFreezeService,
    private readonly memberships: MemberRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * An alarm that is raised between this check and the commit shows the new name from then on, as if
   * it had been raised after the change.
   * @returns the details for the audit log, which may hold no names; empty when nothing changes
   * @throws AppError membership.home_frozen
   */
  async record(
    tx: Tx,
    before: MembershipRow,
    after: MembershipRow,
    changedBy: string,
  ): Promise<{ homeChange?: string }> {
    const [from, to] = [recordOf(before), recordOf(after)];
    if (JSON.stringify(from) === JSON.stringify(to)) return {};
    await this.freeze.require(tx, before, to);
    const change = { id: randomUUID(), membershipId: before.id, changedBy, at: this.clock.now() };
    await this.memberships.insertHomeChange(tx, { ...change, before: from, after: to });
    return { homeChange: change.id };
  }
}

function recordOf({ name, entrance, apartment }: MembershipRow): HomeRecord {
  return { name, entrance, apartment };
}
