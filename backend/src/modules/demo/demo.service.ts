import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Membership } from '../../contract/http.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Config } from '../../platform/config.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { CONFIG } from '../../platform/tokens.js';
import { AccountsService } from '../auth/accounts.service.js';
import { BuildingsService } from '../buildings/buildings.service.js';
import { AccessCodesService } from '../gate/access-codes.service.js';
import { DEMO_ADMIN, DEMO_BUILDINGS, DEMO_CODE, DEMO_PASSWORD } from './demo.people.js';

/** Any number that nobody else locks; nodes that start together must not seed twice. */
const SEED_LOCK = 0x64656d6f;

/** Two buildings to try ResQ in, where `DEMO` is on. */
@Injectable()
export class DemoService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: DataSource,
    private readonly accounts: AccountsService,
    private readonly buildings: BuildingsService,
    private readonly codes: AccessCodesService,
    private readonly signals: ChangeSignals,
  ) {}

  /** Fills an empty database; one with people in it is left alone. */
  async seed(): Promise<void> {
    if (!this.config.demo) return;
    await this.database.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [SEED_LOCK]);
      const [users] = await tx.query<{ any: boolean }[]>(
        'select exists (select 1 from users) as any',
      );
      if (users?.any) return;
      const { email, roles } = DEMO_ADMIN;
      await this.accounts.create(email, DEMO_PASSWORD, { roles, manager: tx });
      for (const { people, ...told } of DEMO_BUILDINGS) {
        const building = await this.buildings.createBuilding(tx, told);
        for (const { email: personEmail, role, ...person } of people) {
          const userId = await this.accounts.create(personEmail, DEMO_PASSWORD, { manager: tx });
          const resident = { userId, ...person };
          await this.buildings.join(tx, building.id, resident, role, 'active');
        }
      }
      await this.codes.insert(tx, { code: DEMO_CODE, name: 'Demo' });
    });
  }

  /**
   * Moves a person into the demo building, active at once.
   * @throws AppError demo.switched_off or membership.already_exists
   */
  async join(userId: string, home: { name: string; apartment: string }): Promise<Membership> {
    const building = this.config.demo ? await this.buildings.findOpenDemo() : undefined;
    if (!building) throw new AppError('demo.switched_off');
    await this.database.transaction((tx) =>
      this.buildings.join(tx, building.id, { userId, ...home }, 'resident', 'active'),
    );
    this.signals.publish('person', userId);
    const memberships = await this.buildings.membershipsOf(userId);
    const joined = memberships.find((membership) => membership.building.id === building.id);
    if (!joined) throw new AppError('membership.not_found');
    return joined;
  }
}
