import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';
import { RefreshToken } from './refresh-token.entity.js';

/** Stores the SHA-256 of each token, never the token. */
@Injectable()
export class RefreshTokenRepository {
  constructor(private readonly database: DataSource) {}

  async insert(tx: Tx, hash: string, sessionId: string): Promise<void> {
    await tx.insert(RefreshToken, { hash, sessionId, usedAt: null });
  }

  find(hash: string, tx: Tx = this.database.manager): Promise<RefreshToken | null> {
    return tx.findOneBy(RefreshToken, { hash });
  }

  /** @throws when there is no such token */
  get(tx: Tx, hash: string): Promise<RefreshToken> {
    return tx.findOneByOrFail(RefreshToken, { hash });
  }

  async markUsed(tx: Tx, hash: string, usedAt: Date): Promise<void> {
    await tx.update(RefreshToken, hash, { usedAt });
  }
}
