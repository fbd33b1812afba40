import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, MoreThan, Not, type FindOptionsWhere } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { PRESS_DATABASE } from '../../../platform/tokens.js';
import type { Actor } from '../actor.js';
import { AuthSession, RefreshToken } from '../auth.entities.js';

/** An account from before the limit may have any number of sessions, and a sign-in must stay cheap. */
const ENDED_AT_ONCE = 200;

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

  /** @returns the newest sessions that have neither ended nor expired, newest first */
  findActive(userId: string, now: Date, limit: number): Promise<AuthSession[]> {
    return this.database.getRepository(AuthSession).find({
      where: { userId, endedAt: IsNull(), expiresAt: MoreThan(now) },
      order: { createdAt: 'DESC', id: 'ASC' },
      take: limit,
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

  /**
   * Ends the oldest active sessions of the user. Those that get pushes are the last to go: a phone that
   * nobody looks at would miss its alarms. Locked ones are left to the next call, so no call waits.
   * @param keep how many stay active
   * @returns the ids of the sessions that this call ended
   */
  async endOldest(tx: Tx, userId: string, at: Date, keep: number): Promise<string[]> {
    // A lock beside OFFSET would lock the kept sessions as well.
    const [ended] = await tx.query<[{ id: string }[], number]>(
      `update auth_sessions set ended_at = $2 where id = any(array(
         select id from auth_sessions where ended_at is null and id = any(array(
           select s.id from auth_sessions s
            where s.user_id = $1 and s.ended_at is null and s.expires_at > $2
            order by exists (select 1 from push_subscriptions p
                              where p.session_id = s.id and p.dead_at is null) desc,
                     s.created_at desc, s.id
           offset $3 limit $4))
            for no key update skip locked))
       returning id`,
      [userId, at, keep, ENDED_AT_ONCE],
    );
    return ended.map(({ id }) => id);
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
