import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, LessThan, MoreThan } from 'typeorm';
import type { Config } from '../../../platform/config.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { deriveKey } from '../../../platform/secret-keys.js';
import { CONFIG } from '../../../platform/tokens.js';
import { RecoveryCode, SecondFactor, SignInChallenge } from '../auth.entities.js';

export interface SecondFactorState {
  isOn: boolean;
  confirmedAt: Date | null;
}

/** Stores the SHA-256 of recovery codes and of the tokens of challenges, never these themselves. */
@Injectable()
export class SecondFactorRepository {
  constructor(private readonly database: DataSource) {}

  find(userId: string, tx: Tx = this.database.manager): Promise<SecondFactor | null> {
    return tx.findOneBy(SecondFactor, { userId });
  }

  /** @returns whether the session's user has turned it on, and when a code confirmed the session */
  async findState(sessionId: string): Promise<SecondFactorState | undefined> {
    const [state] = await this.database.query<SecondFactorState[]>(
      `select f.turned_on_at is not null as "isOn", s.second_factor_at as "confirmedAt"
         from auth_sessions s left join second_factors f on f.user_id = s.user_id
        where s.id = $1`,
      [sessionId],
    );
    return state;
  }

  countRecoveryCodes(userId: string): Promise<number> {
    return this.database.getRepository(RecoveryCode).countBy({ userId });
  }

  /** Replaces a set-up that was begun before. */
  async save(tx: Tx, factor: SecondFactor): Promise<void> {
    await tx.upsert(SecondFactor, factor, ['userId']);
  }

  async turnOn(tx: Tx, userId: string, turnedOnAt: Date, hashes: string[]): Promise<void> {
    await tx.update(SecondFactor, { userId }, { turnedOnAt });
    await tx.delete(RecoveryCode, { userId });
    await tx.insert(
      RecoveryCode,
      hashes.map((hash) => ({ userId, hash })),
    );
  }

  /** @returns false when a code of this time step or of a later one was accepted already */
  async useStep(tx: Tx, userId: string, step: number): Promise<boolean> {
    const unused = { userId, lastStep: LessThan(step) };
    const { affected } = await tx.update(SecondFactor, unused, { lastStep: step });
    return affected === 1;
  }

  /** @returns false when the user has no such code, or used it already */
  async useRecoveryCode(tx: Tx, userId: string, hash: string): Promise<boolean> {
    const { affected } = await tx.delete(RecoveryCode, { userId, hash });
    return affected === 1;
  }

  /** @returns false when there is nothing to delete */
  async delete(tx: Tx, userId: string): Promise<boolean> {
    await tx.delete(RecoveryCode, { userId });
    const { affected } = await tx.delete(SecondFactor, { userId });
    return affected === 1;
  }

  async insertChallenge(challenge: SignInChallenge): Promise<void> {
    await this.database.getRepository(SignInChallenge).insert(challenge);
  }

  /** @returns null when the challenge is unknown, used or expired */
  findChallenge(hash: string, now: Date): Promise<SignInChallenge | null> {
    const challenges = this.database.getRepository(SignInChallenge);
    return challenges.findOneBy({ hash, expiresAt: MoreThan(now) });
  }

  /** @returns false when the challenge was used already */
  async useChallenge(tx: Tx, hash: string): Promise<boolean> {
    const { affected } = await tx.delete(SignInChallenge, { hash });
    return affected === 1;
  }
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets for the database with a key derived from `REFRESH_KEY`. A copy of the database
 * alone makes no codes. The user's id is authenticated, so that no row can take another's secret.
 */
@Injectable()
export class SecretCipher {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) { secrets }: Config) {
    this.key = deriveKey(secrets.refreshKey, 'second factor');
  }

  encrypt(userId: string, secret: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(userId));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns undefined when it was encrypted with another key or for another user */
  decrypt(userId: string, encrypted: string): string | undefined {
    const bytes = Buffer.from(encrypted, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const text = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce);
    decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
