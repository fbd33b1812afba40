import { Injectable } from '@nestjs/common';
import { DataSource, Not, type EntityManager } from 'typeorm';
import type {
  CreatedResetLink,
  Page,
  Member,
  MembershipRole,
  MembershipStatus,
} from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import { ResetLinksService } from '../../auth/passwords/reset-links.service.js';
import { Membership } from './membership.entity.js';
import { memberView } from './membership-views.js';
import { ReadinessService } from '../devices/readiness.service.js';

export interface MemberChange {
  status?: MembershipStatus;
  role?: MembershipRole;
  maySend?: boolean;
}

/** The people of a building, as its managers handle them. */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly resetLinks: ResetLinksService,
    private readonly audit: AuditService,
    private readonly readiness: ReadinessService,
  ) {}

  /** @returns who waits and who is in, by apartment; never e-mail or phone */
  async list(buildingId: string): Promise<Page<Member>> {
    const rows = await this.database.getRepository(Membership).find({
      where: { buildingId, status: Not('revoked') },
      order: { status: 'DESC', apartment: 'ASC', name: 'ASC' },
    });
    const states = await this.readiness.ofMembers(buildingId);
    return { items: rows.map((row) => memberView(row, states.get(row.userId))), next: null };
  }

  /**
   * @param actorId the manager
   * @throws AppError membership.not_found, or building.last_manager when nobody would be left to
   *   answer for the building
   */
  async change(
    actorId: string,
    buildingId: string,
    id: string,
    change: MemberChange,
  ): Promise<Member> {
    const member = await this.database.transaction(async (tx) => {
      const managers = await tx.find(Membership, {
        where: { buildingId, role: 'manager', status: 'active' },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      const known = await tx.findOneBy(Membership, { id, buildingId });
      if (!known) throw new AppError('membership.not_found');
      const endedAt = change.status === 'revoked' ? this.clock.now() : null;
      const changed = { ...known, ...change, ...(change.status && { endedAt }) };
      const leaves = changed.role !== 'manager' || changed.status !== 'active';
      if (leaves && managers.length === 1 && managers[0]?.id === id) {
        throw new AppError('building.last_manager');
      }
      const saved = await tx.save(tx.create(Membership, changed));
      if (change.role || change.status) await this.resetLinks.endAround(tx, saved.userId);
      const act = { action: 'membership.changed', actorId, buildingId, subjectId: id } as const;
      await this.audit.write(tx, { ...act, details: { ...change } });
      return saved;
    });
    this.signals.publish('person', member.userId);
    const states = await this.readiness.ofMembers(buildingId);
    return memberView(member, states.get(member.userId));
  }

  /**
   * A link must never be a way up, nor into another house: for an administrator, and for somebody
   * who belongs where the asking manager has no say, only an administrator makes one.
   * @throws AppError membership.not_found or membership.reset_link_refused
   */
  async makeResetLink(buildingId: string, id: string, madeBy: string): Promise<CreatedResetLink> {
    const member = await this.database
      .getRepository(Membership)
      .findOneBy({ id, buildingId, status: 'active' });
    if (!member) throw new AppError('membership.not_found');
    return this.resetLinks.create({ id: member.userId }, madeBy, async (tx, person) => {
      const refused =
        person.roles.includes('admin') || (await belongsBeyond(tx, person.id, madeBy));
      if (refused) throw new AppError('membership.reset_link_refused');
    });
  }
}

/** Whether the person is in a house, or waits at its door, that the manager does not manage. */
async function belongsBeyond(
  tx: EntityManager,
  userId: string,
  managerId: string,
): Promise<boolean> {
  const [row] = await tx.query<{ beyond: boolean }[]>(
    `select exists (
       select 1 from memberships theirs
        where theirs.user_id = $1 and theirs.status <> 'revoked'
          and not exists (
            select 1 from memberships own
             where own.user_id = $2 and own.building_id = theirs.building_id
               and own.role = 'manager' and own.status = 'active')) as beyond`,
    [userId, managerId],
  );
  return row?.beyond === true;
}
