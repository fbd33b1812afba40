import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions.js';

/** Any number that no other advisory lock uses. */
const SEED_LOCK = 0x64656d6f;

@Injectable()
export class DemoSeedRepository {
  /** Until the transaction ends, no other node that starts at the same time seeds as well. */
  async lock(tx: Tx): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [SEED_LOCK]);
  }
}
