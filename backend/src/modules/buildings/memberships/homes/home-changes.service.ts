import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock.js';
import type { Tx } from '../../../../platform/database/transactions.js';
import type { Membership } from '../membership.entity.js';
import type { HomeRecord } from './home-change.entity.js';
import { HomeChangeRepository } from './home-change.repository.js';
import { HomeFreezeService } from './home-freeze.service.js';

/** Permits and records every change of a member's name or home. */
@Injectable()
export class HomeChangesService {
  constructor(
    private readonly freeze: HomeFreezeService,
    private readonly changes: HomeChangeRepository,
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
    before: Membership,
    after: Membership,
    changedBy: string,
  ): Promise<{ homeChange?: string }> {
    const [from, to] = [recordOf(before), recordOf(after)];
    if (JSON.stringify(from) === JSON.stringify(to)) return {};
    await this.freeze.require(tx, before, to);
    const change = { id: randomUUID(), membershipId: before.id, changedBy, at: this.clock.now() };
    await this.changes.insert(tx, { ...change, before: from, after: to });
    return { homeChange: change.id };
  }
}

function recordOf({ name, entrance, apartment }: Membership): HomeRecord {
  return { name, entrance, apartment };
}
