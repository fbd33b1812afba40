import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import type { Page, Member, MembershipRole, MembershipStatus } from '../../contract/http.js';
import { AppError } from '../../platform/app-error.js';
import { Hints } from '../../platform/realtime/hints.js';
import { Membership } from './membership.entity.js';
import { memberView } from './membership-views.js';

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
    private readonly hints: Hints,
  ) {}

  /** @returns who waits and who is in, by apartment; never e-mail or phone */
  async list(buildingId: string): Promise<Page<Member>> {
    const rows = await this.database.getRepository(Membership).find({
      where: { buildingId, status: Not('revoked') },
      order: { status: 'DESC', apartment: 'ASC', name: 'ASC' },
    });
    return { items: rows.map(memberView), next: null };
  }

  /**
   * @throws AppError membership.not_found, or building.last_manager when nobody would be left to
   *   answer for the building
   */
  async change(buildingId: string, id: string, change: MemberChange): Promise<Member> {
    const member = await this.database.transaction(async (manager) => {
      const managers = await manager.find(Membership, {
        where: { buildingId, role: 'manager', status: 'active' },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      const known = await manager.findOneBy(Membership, { id, buildingId });
      if (!known) throw new AppError('membership.not_found');
      const changed = { ...known, ...change };
      const leaves = changed.role !== 'manager' || changed.status !== 'active';
      if (leaves && managers.length === 1 && managers[0]?.id === id) {
        throw new AppError('building.last_manager');
      }
      return manager.save(manager.create(Membership, changed));
    });
    this.hints.give('person', member.userId);
    return memberView(member);
  }
}
