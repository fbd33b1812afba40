import { Injectable } from '@nestjs/common';
import type { AdministeredBuilding, CreatedBuilding, Page } from '../../../contract/http.js';
import { COUNTS } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { pageCursor } from '../../../platform/input.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../auth/actor.js';
import { PasswordService } from '../../auth/passwords/password.service.js';
import { ConfirmationService } from '../../auth/second-factor/confirmation.service.js';
import { BuildingRepository } from '../building.repository.js';
import { BuildingsService, type NewBuilding } from '../buildings.service.js';
import { ReadinessService } from '../devices/readiness.service.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { Notices } from '../memberships/notices.js';
import { AdministrationRepository } from './administration.repository.js';

/** The buildings of an installation, for its administrators. */
@Injectable()
export class AdministrationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly administration: AdministrationRepository,
    private readonly buildings: BuildingsService,
    private readonly memberships: BuildingRepository,
    private readonly invitations: InvitationsService,
    private readonly readiness: ReadinessService,
    private readonly confirmation: ConfirmationService,
    private readonly passwords: PasswordService,
    private readonly notices: Notices,
    private readonly audit: AuditService,
    private readonly signals: ChangeSignals,
    private readonly clock: Clock,
  ) {}

  /** @returns the open buildings, newest first */
  async list(query: { before?: string; q?: string }): Promise<Page<AdministeredBuilding>> {
    const rows = await this.administration.page(query);
    const page = rows.slice(0, COUNTS.buildingsPerPage);
    const found = await this.readiness.read(new Map(page.map(({ id }) => [id, ''])));
    const ready = new Map(found.map(({ buildingId, ready }) => [buildingId, ready.length]));
    const items = page.map(({ createdAt, exercisedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      homesReady: ready.get(row.id) ?? 0,
      ...(exercisedAt && { exercisedAt: exercisedAt.toISOString() }),
    }));
    const last = rows.length > items.length ? items.at(-1) : undefined;
    return { items, next: last ? pageCursor(last.createdAt, last.id) : null };
  }

  /**
   * Creates a building without members, and the link for its first manager.
   * @throws AppError second_factor.confirmation_required or invitation.too_many; nothing is created then
   */
  async create(actor: Actor, input: NewBuilding): Promise<CreatedBuilding> {
    await this.confirmation.requireRecent(actor);
    return this.transactions.run(async (tx) => {
      const { id, name, address } = await this.buildings.createBuilding(tx, input);
      const act = { action: 'building.created', actorId: actor.userId, buildingId: id } as const;
      await this.audit.write(tx, act);
      const first = { kind: 'personal', role: 'manager' } as const;
      return { id, name, address, invitation: await this.invitations.add(tx, actor, id, first) };
    });
  }

  /**
   * Closes a building: nobody is a member any more, and its invitations end. The history stays for the time
   * that was promised.
   * @throws AppError second_factor.confirmation_required, building.not_found, or building.alarm_ongoing
   */
  async close(actor: Actor, buildingId: string): Promise<void> {
    await this.confirmation.requireRecent(actor);
    const ended = await this.transactions.run(async (tx) => {
      const building = await this.memberships.lockBuilding(tx, buildingId);
      if (!building || building.closedAt) throw new AppError('building.not_found');
      const now = this.clock.now();
      const isActive = await this.administration.holdPresses(tx, buildingId, now);
      if (isActive) throw new AppError('building.alarm_ongoing');
      const { userId } = actor;
      const ended = await this.administration.close(tx, buildingId, userId, now);
      const members = ended.filter(({ wasActive }) => wasActive);
      await this.notices.add(tx, 'removed', ...members.map((member) => member.userId));
      for (const member of ended) await this.passwords.endLinksAround(tx, member.userId);
      const act = { action: 'building.closed', actorId: userId, buildingId } as const;
      await this.audit.write(tx, { ...act, details: { count: members.length } });
      return ended;
    });
    for (const { userId } of ended) this.signals.publish('person', userId);
  }
}
