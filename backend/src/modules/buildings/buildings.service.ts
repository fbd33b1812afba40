import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  BuildingDetails,
  LogItem,
  Membership,
  MembershipRole,
  MembershipStatus,
  Page,
} from '../../contract/http.js';
import { COUNTS, TIMES } from '../../contract/limits.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { Transactions, type Tx } from '../../platform/database/transactions.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { AuditService } from '../audit/audit.service.js';
import type { Actor } from '../auth/actor.js';
import { PasswordService } from '../auth/passwords/password.service.js';
import { GateService } from '../gate/gate.service.js';
import type { ChangeBuilding, StartBuilding } from './buildings.dto.js';
import type { BuildingRow, MembershipRow } from './buildings.entities.js';
import { BuildingRepository } from './building.repository.js';
import { ReadinessService } from './devices/readiness.service.js';
import { HomeChangesService } from './memberships/home-changes.service.js';
import { changeInvited, membershipView } from './memberships/membership.js';
import { LogRepository } from './log.repository.js';
import { HomesService } from './home-list/homes.service.js';
import { isManager } from './rights.js';
import { RightsService } from './rights.service.js';

export interface Resident {
  userId: string;
  name: string;
  entrance?: string;
  apartment: string;
  /** Set for demo residents, who have lived there for a while. */
  activeSince?: Date;
}

export interface NewBuilding {
  name: string;
  address: string;
  homes?: number | null;
  openDemo?: boolean;
}

/** Creates buildings, and adds members to them. */
@Injectable()
export class BuildingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly memberships: BuildingRepository,
    private readonly rights: RightsService,
    private readonly clock: Clock,
    private readonly gate: GateService,
    private readonly passwords: PasswordService,
    private readonly homeChanges: HomeChangesService,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
    private readonly readiness: ReadinessService,
    private readonly homes: HomesService,
    private readonly logs: LogRepository,
  ) {}

  /**
   * Creates a building and makes the user its manager.
   * @throws AppError gate.session_required without a live code session
   */
  async start(userId: string, input: StartBuilding): Promise<Membership> {
    await this.gate.requireLiveSession(input.sessionId);
    const view = await this.transactions.run(async (tx) => {
      const building = await this.createBuilding(tx, input);
      const { id: buildingId } = building;
      await this.audit.write(tx, { action: 'building.created', actorId: userId, buildingId });
      const person = { ...input, userId, name: input.personName };
      const membership = await this.join(tx, buildingId, person, 'manager', 'active');
      return membershipView(membership, building);
    });
    this.signals.publish('person', userId);
    return view;
  }

  /** @returns the new building, which has no members yet */
  async createBuilding(
    tx: Tx,
    { name, address, homes = null, openDemo = false }: NewBuilding,
  ): Promise<BuildingRow> {
    const createdAt = this.clock.now();
    const id = randomUUID();
    const none = { rescueNote: null, closedAt: null };
    const building = { id, name, address, homes, openDemo, createdAt, ...none };
    await this.memberships.insertBuilding(tx, building);
    return building;
  }

  /**
   * Makes the person a member, or restores a revoked membership.
   * @throws AppError membership.already_exists when the person is active or pending already,
   *   building.too_many, or membership.home_frozen for another name or home while an alarm shows the
   *   old one
   */
  async join(
    tx: Tx,
    buildingId: string,
    person: Resident,
    role: MembershipRole,
    status: MembershipStatus,
  ): Promise<MembershipRow> {
    const { userId, name, entrance = null, apartment, activeSince = this.clock.now() } = person;
    const known = await this.memberships.lock(tx, buildingId, userId);
    if (known && known.status !== 'revoked') throw new AppError('membership.already_exists');
    const membership = {
      ...(known ?? {
        id: randomUUID(),
        maySend: true,
        pauseReason: null,
        createdAt: this.clock.now(),
      }),
      userId,
      buildingId,
      role,
      status,
      name,
      entrance,
      apartment,
      activeSince,
      endedAt: null,
      endedBy: null,
      requestedEntrance: null,
      requestedApartment: null,
      remindedAt: null,
    };
    const change = known && (await this.homeChanges.record(tx, known, membership, userId));
    const saved = await this.memberships.saveUnlessDuplicate(tx, membership);
    if (!saved) throw new AppError('membership.already_exists');
    // This locks the user, so that memberships made at once are counted one after the other.
    await this.passwords.endLinksAround(tx, userId);
    const count = await this.memberships.count(tx, userId);
    if (!known && count > COUNTS.buildingsPerUser) throw new AppError('building.too_many');
    const act = { action: 'membership.changed', actorId: userId, buildingId } as const;
    const details = { role, status, ...change };
    await this.audit.write(tx, { ...act, subjectId: membership.id, details });
    return membership;
  }

  /**
   * Lets in a member who waits, or makes a manager of a resident, by a personal invitation.
   * @throws AppError membership.already_exists when the invitation brings the member nothing
   */
  async admitInvited(
    tx: Tx,
    known: MembershipRow,
    invitedAs: MembershipRole,
  ): Promise<MembershipRow> {
    const changed = changeInvited(known, invitedAs, this.clock.now());
    if (!changed) throw new AppError('membership.already_exists');
    const { id: subjectId, userId: actorId, buildingId, role, status } = changed;
    const saved = await this.memberships.save(tx, changed);
    await this.passwords.endLinksAround(tx, actorId);
    const act = { action: 'membership.changed', actorId, buildingId, subjectId } as const;
    const details = { role, ...(status !== known.status && { status }) };
    await this.audit.write(tx, { ...act, details });
    return saved;
  }

  /** @param apartments the homes of a building with one entrance */
  async listHomes(tx: Tx, buildingId: string, apartments: string[]): Promise<void> {
    const homes = apartments.map((apartment) => ({ apartment }));
    if (homes.length > 0) await this.homes.add(tx, buildingId, homes);
  }

  /** @throws AppError building.not_a_member */
  async details(buildingId: string, actor: Actor): Promise<BuildingDetails> {
    const own = await this.rights.check('building.read', buildingId, actor);
    const { id, name, address, rescueNote } = await this.memberships.getBuilding(buildingId);
    const homes = await this.homes.count(id);
    return {
      ...{ id, name, address, homes, ...(await this.readiness.of(id, actor.userId)) },
      ...(isManager(own) && rescueNote !== null && { rescueNote }),
    };
  }

  /** Changes what the managers say of their building; an empty note goes away. */
  async change(actor: Actor, buildingId: string, change: ChangeBuilding): Promise<BuildingDetails> {
    await this.rights.check('building.change', buildingId, actor);
    await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'building.change', buildingId, actor);
      const { rescueNote, ...named } = change;
      const note = rescueNote === undefined ? {} : { rescueNote: rescueNote || null };
      const known = await this.memberships.getBuilding(buildingId, tx);
      const next = { ...known, ...named, ...note };
      const changed = (['name', 'address', 'rescueNote'] as const).filter(
        (field) => next[field] !== known[field],
      );
      if (changed.length === 0) return;
      await this.memberships.changeBuilding(tx, buildingId, { ...named, ...note });
      const act = { action: 'building.changed', actorId: actor.userId, buildingId } as const;
      await this.audit.write(tx, {
        ...act,
        details: Object.fromEntries(changed.map((field) => [field, true])),
      });
    });
    return this.details(buildingId, actor);
  }

  /** @returns what was done in the building, newest first */
  async log(actor: Actor, buildingId: string, before?: string): Promise<Page<LogItem>> {
    await this.rights.check('log.read', buildingId, actor);
    const after = this.clock.now();
    after.setUTCMonth(after.getUTCMonth() - TIMES.historyMonths);
    return this.logs.page(buildingId, before, after);
  }

  /** @returns the building that any signed-in user may join, if there is one */
  async findOpenDemo(): Promise<BuildingRow | undefined> {
    return (await this.memberships.findOpenDemo()) ?? undefined;
  }
}
