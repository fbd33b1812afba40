import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { FROZEN_FIELDS } from '../../../contract/check-text.js';
import { COUNTS, SERVER_TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { CONFIG } from '../../../platform/tokens.js';
import type { HomeRecord, MembershipRow } from '../buildings.entities.js';
import { BuildingRepository } from '../building.repository.js';

/**
 * Permits and records every change of a member's name or home: they stay as they are while an alarm shows
 * them, and nobody changes their own without end, nor a manager those of one member.
 */
@Injectable()
export class HomeChangesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly memberships: BuildingRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Each change is an entry in the log that the managers read, and who comes back by a poster is announced
   * to them.
   * @throws AppError membership.changed_often
   */
  async requireRoom(tx: Tx, known: MembershipRow): Promise<void> {
    const own = { actorId: known.userId, isOwn: true };
    const retryInMs = await this.msUntilRoom(tx, known, own, COUNTS.ownChanges);
    if (retryInMs) throw new AppError('membership.changed_often', { retryInMs });
  }

  /**
   * A removal and a lost role are pushed to the member, and a manager could otherwise repeat them without end.
   * A removal is never refused: it is the last change then, as its maker cannot undo it.
   * @throws AppError membership.managed_often
   */
  async requireRoomOf(tx: Tx, actorId: string, changed: MembershipRow): Promise<void> {
    if (changed.status === 'revoked') return;
    const by = { actorId, isOwn: false };
    const retryInMs = await this.msUntilRoom(tx, changed, by, COUNTS.memberChanges);
    if (retryInMs) throw new AppError('membership.managed_often', { retryInMs });
  }

  /** @returns undefined when there is room for a further change */
  private async msUntilRoom(
    tx: Tx,
    membership: MembershipRow,
    by: { actorId: string; isOwn: boolean },
    count: number,
  ): Promise<number | undefined> {
    if (!this.config.rateLimits) return undefined;
    const since = this.clock.ago(SERVER_TIMES.ownChangesMs);
    const first = await this.memberships.findChange(tx, membership, by, since, count);
    return first && first.getTime() - since.getTime();
  }

  /**
   * @param next the name and home that the member would have
   * @throws AppError membership.home_frozen with a sentence for each field that would change
   */
  async requireFree(tx: Tx, membership: MembershipRow, next: HomeRecord): Promise<void> {
    if (!(await this.memberships.isSending(tx, membership, this.clock.now()))) return;
    const changing = (['name', 'apartment', 'entrance'] as const).filter(
      (field) => membership[field] !== next[field],
    );
    const fields = Object.fromEntries(changing.map((field) => [field, FROZEN_FIELDS[field]]));
    throw new AppError('membership.home_frozen', { fields });
  }

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
    await this.requireFree(tx, before, to);
    const change = { id: randomUUID(), membershipId: before.id, changedBy, at: this.clock.now() };
    await this.memberships.insertHomeChange(tx, { ...change, before: from, after: to });
    return { homeChange: change.id };
  }
}

function recordOf({ name, entrance, apartment }: MembershipRow): HomeRecord {
  return { name, entrance, apartment };
}
