import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, MoreThan, Not, type FindOptionsWhere } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { PRESS_DATABASE } from '../../../platform/tokens.js';
import type { Actor } from '../actor.js';
import { AuthSession, RefreshToken } from '../auth.entities.js';

/** $1 sessions, $2 now. */
const ACTORS = prepared(
  'resq_actors',
  `select s.id as "sessionId", u.id as "userId", u.email, u.roles
     from auth_sessions s join users u on u.id = s.user_id
    where s.id = any($1) and s.ended_at is null and s.expires_at > $2`,
);

/** The sessions with their refresh tokens, of which only a hash is stored. */
@Injectable()
export class AuthSessionRepository {
  constructor(
    private readonly database: DataSource,
    @Inject(PRESS_DATABASE) private readonly reserved: DataSource,
  ) {}

  async insert(tx: Tx, session: AuthSession): Promise<void> {
    await tx.insert(AuthSession, session);
  }

  find(id: string): Promise<AuthSession | null> {
    return this.database.getRepository(AuthSession).findOneBy({ id });
  }

  lock(tx: Tx, id: string): Promise<AuthSession | null> {
    return tx.findOne(AuthSession, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns the sessions that have neither ended nor expired, newest first */
  findActive(userId: string, now: Date): Promise<AuthSession[]> {
    return this.database.getRepository(AuthSession).find({
      where: { userId, endedAt: IsNull(), expiresAt: MoreThan(now) },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
  }

  /** @returns the actors of those sessions that have neither ended nor expired */
  findActors(sessionIds: string[], now: Date, isReserved = false): Promise<Actor[]> {
    const database = isReserved ? this.reserved : this.database;
    return database.query<Actor[]>(ACTORS, [sessionIds, now]);
  }

  /** Records that the user has confirmed the session with a code. */
  async confirm(tx: Tx, id: string, secondFactorAt: Date): Promise<void> {
    await tx.update(AuthSession, id, { secondFactorAt });
  }

  /** Forgets the codes of an earlier second factor in all sessions of the user. */
  async forgetConfirmations(tx: Tx, userId: string): Promise<void> {
    await tx.update(AuthSession, { userId }, { secondFactorAt: null });
  }

  /** @returns the session's id; nothing when the user has no such session, or it has ended already */
  end(tx: Tx, { id, userId }: { id: string; userId: string }, at: Date): Promise<string[]> {
    return this.endWhere(tx, { id, userId }, at);
  }

  /**
   * @param exceptId the session that stays active
   * @returns the ids of the sessions that this call ended
   */
  endAll(tx: Tx, userId: string, at: Date, exceptId?: string): Promise<string[]> {
    return this.endWhere(tx, { userId, ...(exceptId && { id: Not(exceptId) }) }, at);
  }

  /** Saves a token of the session. */
  async insertToken(tx: Tx, hash: string, sessionId: string): Promise<void> {
    await tx.insert(RefreshToken, { hash, sessionId, usedAt: null });
  }

  /** @param hashes under which the token may be stored */
  findToken(hashes: string[], tx: Tx = this.database.manager): Promise<RefreshToken | null> {
    return tx.findOneBy(RefreshToken, { hash: In(hashes) });
  }

  async markTokenUsed(tx: Tx, hash: string, usedAt: Date): Promise<void> {
    await tx.update(RefreshToken, hash, { usedAt });
  }

  private async endWhere(
    tx: Tx,
    where: FindOptionsWhere<AuthSession>,
    endedAt: Date,
  ): Promise<string[]> {
    const ended = await tx
      .createQueryBuilder()
      .update(AuthSession)
      .set({ endedAt })
      .where({ ...where, endedAt: IsNull() })
      .returning('id')
      .execute();
    return (ended.raw as { id: string }[]).map(({ id }) => id);
  }
}
