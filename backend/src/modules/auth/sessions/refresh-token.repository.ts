import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';
import { RefreshToken } from './auth-session.entities.js';

/** Stores a hash of each token, never the token. */
@Injectable()
export class RefreshTokenRepository {
  constructor(private readonly database: DataSource) {}

  async insert(tx: Tx, hash: string, sessionId: string): Promise<void> {
    await tx.insert(RefreshToken, { hash, sessionId, usedAt: null });
  }

  /** @param hashes under which the token may be stored */
  find(hashes: string[], tx: Tx = this.database.manager): Promise<RefreshToken | null> {
    return tx.findOneBy(RefreshToken, { hash: In(hashes) });
  }

  async markUsed(tx: Tx, hash: string, usedAt: Date): Promise<void> {
    await tx.update(RefreshToken, hash, { usedAt });
  }
}
