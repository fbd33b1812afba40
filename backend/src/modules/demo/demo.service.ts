import { Inject, Injectable } from '@nestjs/common';
import type { Membership } from '../../contract/http.js';
import { SERVER_TIMES } from '../../contract/limits.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { AppError } from '../../platform/errors/app-error.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { CONFIG } from '../../platform/tokens.js';
import { ErasureService } from '../account/erasure.service.js';
import { AuditService } from '../audit/audit.service.js';
import { AccountsService } from '../auth/accounts.service.js';
import { BuildingsService } from '../buildings/buildings.service.js';
import { OwnMembershipsService } from '../buildings/memberships/own-memberships.service.js';
import { GateService } from '../gate/gate.service.js';
import { DemoRepository, type DemoRemains } from './demo.repository.js';
import { DEMO_ADMIN, DEMO_BUILDINGS, DEMO_CODE, DEMO_PASSWORD } from './demo-residents.js';

/** Creates the demo buildings, lets users join one where `DEMO` is on, and removes them. */
@Injectable()
export class DemoService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly demo: DemoRepository,
    private readonly accounts: AccountsService,
    private readonly buildings: BuildingsService,
    private readonly memberships: OwnMembershipsService,
    private readonly gate: GateService,
    private readonly signals: ChangeSignals,
    private readonly erasure: ErasureService,
    private readonly audit: AuditService,
  ) {}

  /** Fills a database that has no accounts, and leaves any other database unchanged. */
  async seed(): Promise<void> {
    if (!this.config.demo) return;
    if (await this.transactions.run((tx) => this.accounts.hasAny(tx))) return;
    // All have the same password, which everyone knows, so one hash of it is enough.
    const known = {
      password: DEMO_PASSWORD,
      passwordHash: await this.accounts.hashPassword(DEMO_PASSWORD),
    };
    await this.transactions.run(async (tx) => {
      await this.demo.lockSeeding(tx);
      if (await this.accounts.hasAny(tx)) return;
      await this.accounts.create(tx, { ...DEMO_ADMIN, ...known });
      for (const { members, homes, ...input } of DEMO_BUILDINGS) {
        const building = await this.buildings.createBuilding(tx, input);
        await this.buildings.listHomes(tx, building.id, homes);
        for (const { email, role, ...home } of members) {
          const userId = await this.accounts.create(tx, { email, ...known });
          const resident = {
            userId,
            ...home,
            activeSince: this.clock.ago(SERVER_TIMES.resetLinkMemberMs),
          };
          await this.buildings.join(tx, building.id, resident, role, 'active');
        }
      }
      await this.gate.insertCode(tx, { code: DEMO_CODE, name: 'Demo' });
    });
  }

  /**
   * Makes the user an active member of the demo building.
   * @throws AppError demo.switched_off or membership.already_exists
   */
  async join(userId: string, home: { name: string; apartment: string }): Promise<Membership> {
    const building = this.config.demo ? await this.buildings.findOpenDemo() : undefined;
    if (!building) throw new AppError('demo.switched_off');
    await this.transactions.run((tx) =>
      this.buildings.join(tx, building.id, { userId, ...home }, 'resident', 'active'),
    );
    this.signals.publish('person', userId);
    const memberships = await this.memberships.list(userId);
    const joined = memberships.find((membership) => membership.building.id === building.id);
    if (!joined) throw new AppError('membership.not_found');
    return joined;
  }

  /**
   * Removes what a demo has left, so that the database can be used in production. It may be repeated
   * after a failure.
   * @returns what was found and removed
   */
  async remove(): Promise<DemoRemains> {
    const found = await this.demo.findRemains();
    await this.transactions.run(async (tx) => {
      for (const id of found.codeIds) {
        await this.demo.deleteCode(tx, id);
        await this.audit.write(tx, { action: 'code.deleted', subjectId: id });
      }
      for (const id of found.buildingIds) {
        await this.demo.deleteBuilding(tx, id);
        await this.audit.write(tx, { action: 'building.removed', buildingId: id });
      }
    });
    // The accounts come last, because a seeded building is known by its members.
    for (const account of found.accounts) await this.erasure.erase(account);
    return found;
  }
}
