import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryFailedError } from 'typeorm';
import type {
  BuildingDetails,
  Membership as MembershipView,
  MembershipRole,
  MembershipStatus,
} from '../../contract/http.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { AuditService } from '../audit/audit.service.js';
import { ResetLinksService } from '../auth/passwords/reset-links.service.js';
import { GateService } from '../gate/gate.service.js';
import { Building } from './building.entity.js';
import { Membership } from './memberships/membership.entity.js';
import { membershipView } from './memberships/membership-views.js';
import { ReadinessService } from './devices/readiness.service.js';

const UNIQUE_VIOLATION = '23505';

export interface Resident {
  userId: string;
  name: string;
  entrance?: string;
  apartment: string;
}

export interface NewBuilding {
  name: string;
  address: string;
  homes?: number | null;
  openDemo?: boolean;
}

export interface StartedBuilding extends NewBuilding {
  personName: string;
  entrance?: string;
  apartment: string;
  sessionId: string;
}

/** Buildings and who belongs to them. */
@Injectable()
export class BuildingsService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly gate: GateService,
    private readonly resetLinks: ResetLinksService,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
    private readonly readiness: ReadinessService,
  ) {}

  /**
   * Whoever starts a building becomes its manager.
   * @throws AppError gate.session_required without a live code session
   */
  async start(userId: string, input: StartedBuilding): Promise<MembershipView> {
    await this.gate.requireLiveSession(input.sessionId);
    const view = await this.database.transaction(async (tx) => {
      const building = await this.createBuilding(tx, input);
      await this.audit.write(tx, {
        action: 'building.created',
        actorId: userId,
        buildingId: building.id,
      });
      const person = { ...input, userId, name: input.personName };
      const membership = await this.join(tx, building.id, person, 'manager', 'active');
      return membershipView(membership, building);
    });
    this.signals.publish('person', userId);
    return view;
  }

  /** @returns the new building, with nobody in it */
  async createBuilding(
    tx: EntityManager,
    { name, address, homes = null, openDemo = false }: NewBuilding,
  ): Promise<Building> {
    const createdAt = this.clock.now();
    const building = { id: randomUUID(), name, address, homes, openDemo, createdAt };
    await tx.insert(Building, building);
    return building;
  }

  /**
   * Makes the person a member, or brings a revoked one back.
   * @throws AppError membership.already_exists when the person is active or waiting already
   */
  async join(
    tx: EntityManager,
    buildingId: string,
    person: Resident,
    role: MembershipRole,
    status: MembershipStatus,
  ): Promise<Membership> {
    const { userId, name, entrance = null, apartment } = person;
    const known = await tx.findOne(Membership, {
      where: { userId, buildingId },
      lock: { mode: 'pessimistic_write' },
    });
    if (known && known.status !== 'revoked') throw new AppError('membership.already_exists');
    const membership = tx.create(Membership, {
      ...(known ?? { id: randomUUID(), maySend: true, createdAt: this.clock.now() }),
      userId,
      buildingId,
      role,
      status,
      name,
      entrance,
      apartment,
      endedAt: null,
    });
    await tx.save(membership).catch((error: unknown) => {
      const { driverError } = error as QueryFailedError<Error & { code?: string }>;
      throw driverError?.code === UNIQUE_VIOLATION
        ? new AppError('membership.already_exists')
        : error;
    });
    await this.resetLinks.endAround(tx, userId);
    await this.audit.write(tx, {
      action: 'membership.changed',
      actorId: userId,
      buildingId,
      subjectId: membership.id,
      details: { role, status },
    });
    return membership;
  }

  /** @returns the person's memberships, pending and active ones, oldest first */
  async membershipsOf(userId: string): Promise<MembershipView[]> {
    const rows = await this.database.getRepository(Membership).find({
      where: [
        { userId, status: 'active' },
        { userId, status: 'pending' },
      ],
      relations: { building: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return rows.flatMap((row) => (row.building ? [membershipView(row, row.building)] : []));
  }

  /** @throws AppError building.not_a_member */
  async show(buildingId: string, userId: string): Promise<BuildingDetails> {
    await this.requireMember(buildingId, userId);
    const building = await this.database
      .getRepository(Building)
      .findOneByOrFail({ id: buildingId });
    const { id, name, address } = building;
    return { id, name, address, ...(await this.readiness.of(id, userId)) };
  }

  /** @returns the building that anybody with an account may try, where there is one */
  async findOpenDemo(): Promise<Building | undefined> {
    const building = await this.database.getRepository(Building).findOneBy({ openDemo: true });
    return building ?? undefined;
  }

  /** @throws AppError building.not_a_member, the same for a building that does not exist */
  async requireMember(buildingId: string, userId: string): Promise<Membership> {
    const membership = await this.database
      .getRepository(Membership)
      .findOneBy({ buildingId, userId, status: 'active' });
    if (!membership) throw new AppError('building.not_a_member');
    return membership;
  }

  /** @throws AppError building.not_a_member or building.manager_required */
  async requireManager(buildingId: string, userId: string): Promise<Membership> {
    const membership = await this.requireMember(buildingId, userId);
    if (membership.role !== 'manager') throw new AppError('building.manager_required');
    return membership;
  }
}
