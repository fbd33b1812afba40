import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ErasureService } from '../account/erasure.service.js';
import { AuditService } from '../audit/audit.service.js';
import { DemoRemainsRepository, type DemoRemains } from './demo-remains.repository.js';

/** Removes what a demo has left, so that the database can be used in production. */
@Injectable()
export class DemoRemovalService {
  constructor(
    private readonly remains: DemoRemainsRepository,
    private readonly transactions: Transactions,
    private readonly erasure: ErasureService,
    private readonly audit: AuditService,
  ) {}

  /** May be repeated after a failure. @returns what was found and removed */
  async remove(): Promise<DemoRemains> {
    const found = await this.remains.find();
    await this.transactions.run(async (tx) => {
      for (const id of found.codeIds) {
        await this.remains.deleteCode(tx, id);
        await this.audit.write(tx, { action: 'code.deleted', subjectId: id });
      }
      for (const id of found.buildingIds) {
        await this.remains.deleteBuilding(tx, id);
        await this.audit.write(tx, { action: 'building.removed', buildingId: id });
      }
    });
    // The accounts come last, because a seeded building is known by its members.
    for (const account of found.accounts) await this.erasure.erase(account);
    return found;
  }
}
