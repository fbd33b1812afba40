import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions.js';

/** An arbitrary number that no other advisory lock uses. */
const SEED_LOCK = 0x64656d6f;

@Injectable()
export class DemoSeedRepository {
  /** Blocks the seeding of other nodes that start at the same time, until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [SEED_LOCK]);
  }
}
