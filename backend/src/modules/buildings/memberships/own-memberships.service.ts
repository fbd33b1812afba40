import { Injectable } from '@nestjs/common';
import { DataSource, Not, type EntityManager } from 'typeorm';
import type { Membership as MembershipView } from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import { ResetLinksService } from '../../auth/passwords/reset-links.service.js';
import { Membership } from './membership.entity.js';
import { membershipView } from './membership-views.js';

export interface OwnChange {
  name?: string;
  /** Empty: the house has one entrance. */
  entrance?: string;
  apartment?: string;
}

/** What somebody may do about their own place in a house. */
@Injectable()
export class OwnMembershipsService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly resetLinks: ResetLinksService,
    private readonly audit: AuditService,
  ) {}

  /** @throws AppError membership.not_found, the same for somebody else's */
  async change(userId: string, id: string, change: OwnChange): Promise<MembershipView> {
    const { entrance, ...told } = change;
    const place = entrance === undefined ? {} : { entrance: entrance || null };
    const view = await this.database.transaction(async (tx) => {
      const known = await tx.findOne(Membership, {
        where: { id, userId, status: Not('revoked') },
        relations: { building: true },
      });
      if (!known?.building) throw new AppError('membership.not_found');
      Object.assign(known, told, place);
      await tx.save(known);
      await this.audit.write(tx, {
        action: 'membership.changed',
        actorId: userId,
        buildingId: known.buildingId,
        subjectId: id,
      });
      return membershipView(known, known.building);
    });
    this.signals.publish('person', userId);
    return view;
  }

  /** @throws AppError membership.not_found or building.last_manager */
  async leave(userId: string, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const known = await tx.findOneBy(Membership, { id, userId, status: Not('revoked') });
      if (!known) throw new AppError('membership.not_found');
      await this.end(tx, known);
    });
    this.signals.publish('person', userId);
  }

  /**
   * Every house of a person who closes the account.
   * @throws AppError building.last_manager, and then no house is left
   */
  async leaveAll(tx: EntityManager, userId: string): Promise<void> {
    const all = await tx.findBy(Membership, { userId, status: Not('revoked') });
    for (const membership of all) await this.end(tx, membership);
  }

  /** @returns every place the person has or had */
  async idsOf(userId: string): Promise<string[]> {
    const all = await this.database.getRepository(Membership).findBy({ userId });
    return all.map(({ id }) => id);
  }

  /** Somebody must answer for a house that others live in; an empty one needs nobody. */
  private async end(tx: EntityManager, membership: Membership): Promise<void> {
    const { id, userId, buildingId } = membership;
    const others = await tx.find(Membership, {
      where: { buildingId, status: 'active', id: Not(id) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const answers = others.length === 0 || others.some(({ role }) => role === 'manager');
    if (membership.role === 'manager' && membership.status === 'active' && !answers) {
      throw new AppError('building.last_manager');
    }
    const ended = { status: 'revoked', endedAt: this.clock.now() } as const;
    await tx.update(Membership, id, ended);
    await this.resetLinks.endAround(tx, userId);
    const act = { action: 'membership.left', actorId: userId, buildingId, subjectId: id } as const;
    await this.audit.write(tx, act);
  }
}
