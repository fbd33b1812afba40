import { IsNull, LessThan, type DataSource } from 'typeorm';
import { deleteBefore, ofUser, type RetentionRule } from '../../platform/retention/retention.js';
import { RecoveryCode, SecondFactor, UserRow } from './auth.entities.js';

const DAY_MS = 24 * 60 * 60_000;
const ENDED_RETAINED_MS = 30 * DAY_MS;
/** A sign-in may have left hundreds of thousands of refresh tokens, and a statement has three seconds. */
const TOKENS_PER_STATEMENT = 2_000;
const SESSIONS_PER_STATEMENT = 20;

export const AUTH_RETENTION: RetentionRule[] = [
  {
    table: 'users',
    personal:
      'e-mail, hash of the password, roles, the last request for a new password; when a change of the terms was seen',
    retainedFor: 'until the account is closed',
    export: (database, { userId }) =>
      database.getRepository(UserRow).findOne({
        where: { id: userId },
        select: {
          email: true,
          roles: true,
          createdAt: true,
          resetAskedAt: true,
          textsReadAt: true,
        },
      }),
    erase: (tx, { userId }) => tx.delete(UserRow, { id: userId }),
  },
  {
    ...ofUser(
      'auth_sessions',
      ['label', 'createdAt', 'expiresAt', 'endedAt', 'secondFactorAt'],
      'created_at',
    ),
    personal: 'time and kind of browser of each sign-in, its last code and its end',
    retainedFor: '30 days after it ended or ran out; with the account',
    retire: retireSessions,
  },
  { table: 'refresh_tokens', retainedFor: 'with the sign-in it belongs to; a hash only' },
  {
    ...ofUser('reset_links', ['expiresAt']),
    personal: 'that the user requested a new password',
    retainedFor: 'until it is used, replaced or a day old; a hash only',
    erase: (tx, { userId }) =>
      tx.query('delete from reset_links where user_id = $1 or made_by = $1', [userId]),
    retire: deleteBefore('reset_links', 'expires_at', 0),
  },
  {
    ...ofUser('second_factors', ['createdAt', 'turnedOnAt']),
    personal: 'that the user signs in with an app, since when; its secret, encrypted',
    retainedFor: 'until it is turned off; a day when it is not turned on; with the account',
    retire: (database, now) => {
      const createdAt = LessThan(new Date(now.getTime() - DAY_MS));
      return database.getRepository(SecondFactor).delete({ turnedOnAt: IsNull(), createdAt });
    },
  },
  {
    table: 'recovery_codes',
    personal: 'how many recovery codes the user has left',
    retainedFor: 'until it is used, or two-step sign-in turned off; a hash only',
    export: async (database, { userId }) => ({
      left: await database.getRepository(RecoveryCode).countBy({ userId }),
    }),
    erase: (tx, { userId }) => tx.delete(RecoveryCode, { userId }),
  },
  {
    ...ofUser('sign_in_challenges', ['expiresAt']),
    personal: 'that the user typed the right password, and no code yet',
    retainedFor: 'until the code, or a day; a hash only',
    retire: deleteBefore('sign_in_challenges', 'expires_at', 0),
  },
];

/**
 * The tokens go first, because a foreign key would delete all tokens of a session in one statement. Rows
 * that another worker has locked are skipped.
 */
async function retireSessions(database: DataSource, now: Date): Promise<void> {
  const endedBefore = new Date(now.getTime() - ENDED_RETAINED_MS);
  const deleteAll = async (sql: string, limit: number): Promise<void> => {
    for (let removed = limit; removed === limit;) {
      [, removed] = await database.query<[unknown, number]>(sql, [endedBefore, limit]);
    }
  };
  await deleteAll(
    `delete from refresh_tokens where hash = any(array(
       select t.hash from refresh_tokens t join auth_sessions s on s.id = t.session_id
        where s.ended_at < $1 or s.expires_at < $1
        limit $2 for update of t skip locked))`,
    TOKENS_PER_STATEMENT,
  );
  await deleteAll(
    `delete from auth_sessions where id = any(array(
       select id from auth_sessions where ended_at < $1 or expires_at < $1
        limit $2 for update skip locked))`,
    SESSIONS_PER_STATEMENT,
  );
}
