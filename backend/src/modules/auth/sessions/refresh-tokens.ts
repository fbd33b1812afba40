import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { TIMES } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { sha256 } from '../../../platform/hashing.js';
import { CONFIG } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import { AuthSession } from './auth-session.entity.js';
import { RefreshToken } from './refresh-token.entity.js';

/** Tabs that renew at the same moment all present the same token. */
const RACE_MS = 10_000;
const TOKEN_BYTES = 32;

export interface Rotation {
  sessionId: string;
  userId: string;
  token: string;
  expiresAt: Date;
}

/**
 * Opaque refresh tokens, each replaced when it is used (RFC 9700, 4.14.2). A successor is derived
 * from its predecessor, so that a phone that lost the answer gets the same one again instead of
 * being signed out. A token that comes back after its successor was in use is stolen.
 */
@Injectable()
export class RefreshTokens {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @returns the first token of a new sign-in; only its hash is kept */
  async issue(tx: EntityManager, sessionId: string): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await tx.insert(RefreshToken, { hash: sha256(token), sessionId, usedAt: null });
    return token;
  }

  /** @throws AppError auth.session_ended when the token is unknown, too old or stolen */
  async rotate(token: string): Promise<Rotation> {
    const rotation = await this.database.transaction(async (tx) => {
      const found = await this.find(tx, token);
      if (!found) return undefined;
      const { session, refreshToken } = found;
      const successor = createHmac('sha256', this.config.secrets.refreshKey)
        .update(token)
        .digest('base64url');
      if (refreshToken.usedAt === null) {
        await tx.update(RefreshToken, refreshToken.hash, { usedAt: this.clock.now() });
        await tx.insert(RefreshToken, {
          hash: sha256(successor),
          sessionId: session.id,
          usedAt: null,
        });
      } else if (await this.isStolen(tx, successor)) {
        await tx.update(AuthSession, session.id, { endedAt: this.clock.now() });
        await this.audit.write(tx, {
          action: 'session.replayed',
          actorId: session.userId,
          subjectId: session.id,
        });
        return undefined;
      }
      const { id: sessionId, userId, expiresAt } = session;
      return { sessionId, userId, token: successor, expiresAt };
    });
    if (!rotation) throw new AppError('auth.session_ended');
    return rotation;
  }

  /** @returns the living sign-in that the token belongs to */
  async sessionOf(token: string): Promise<AuthSession | undefined> {
    return (await this.find(this.database.manager, token))?.session;
  }

  private async find(
    tx: EntityManager,
    token: string,
  ): Promise<{ session: AuthSession; refreshToken: RefreshToken } | undefined> {
    const hash = sha256(token);
    const known = await tx.findOneBy(RefreshToken, { hash });
    if (!known) return undefined;
    const inTransaction = tx.queryRunner?.isTransactionActive === true;
    const session = await tx.findOne(AuthSession, {
      where: { id: known.sessionId },
      ...(inTransaction && { lock: { mode: 'pessimistic_write' as const } }),
    });
    if (!session || session.endedAt || session.expiresAt <= this.clock.now()) return undefined;
    // Read again under the lock: another tab may have used it in between.
    return { session, refreshToken: await tx.findOneByOrFail(RefreshToken, { hash }) };
  }

  private async isStolen(tx: EntityManager, successor: string): Promise<boolean> {
    const { usedAt } = await tx.findOneByOrFail(RefreshToken, { hash: sha256(successor) });
    return usedAt !== null && usedAt < this.clock.ago(RACE_MS);
  }

  /** @returns when a sign-in made now ends for good; rotation does not prolong it */
  sessionEnd(): Date {
    return this.clock.in(TIMES.refreshTokenMs);
  }
}
