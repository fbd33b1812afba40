import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';
import { SignInChallenge } from './second-factor.entities.js';

@Injectable()
export class ChallengeRepository {
  constructor(private readonly database: DataSource) {}

  async insert(challenge: SignInChallenge): Promise<void> {
    await this.database.getRepository(SignInChallenge).insert(challenge);
  }

  /** @returns null when it is unknown, used or expired */
  find(hash: string, now: Date): Promise<SignInChallenge | null> {
    return this.database
      .getRepository(SignInChallenge)
      .findOneBy({ hash, expiresAt: MoreThan(now) });
  }

  /** @returns false when it was used already */
  async use(tx: Tx, hash: string): Promise<boolean> {
    const { affected } = await tx.delete(SignInChallenge, { hash });
    return affected === 1;
  }
}
