import { LessThan } from 'typeorm';
import type { RetentionRule } from '../../platform/retention/retention.js';
import { AuthSession } from './sessions/auth-session.entities.js';
import { ResetLink } from './passwords/reset-link.entity.js';
import { User } from './user.entity.js';

const ENDED_RETAINED_MS = 30 * 24 * 60 * 60_000;

export const AUTH_RETENTION: RetentionRule[] = [
  {
    table: 'users',
    personal: 'e-mail, hash of the password, roles, the last request for a new password',
    retainedFor: 'until the account is closed',
    export: async (database, { userId }) => {
      const user = await database.getRepository(User).findOneBy({ id: userId });
      if (!user) return null;
      const { email, roles, createdAt, resetAskedAt } = user;
      return { email, roles, createdAt, resetAskedAt };
    },
    erase: async (tx, { userId }) => {
      await tx.delete(User, { id: userId });
    },
  },
  {
    table: 'auth_sessions',
    personal: 'time and kind of browser of each sign-in, its last code and its end',
    retainedFor: '30 days after it ended or ran out; with the account',
    export: (database, { userId }) =>
      database.getRepository(AuthSession).find({
        where: { userId },
        select: {
          label: true,
          createdAt: true,
          expiresAt: true,
          endedAt: true,
          secondFactorAt: true,
        },
        order: { createdAt: 'ASC' },
      }),
    erase: async (tx, { userId }) => {
      await tx.delete(AuthSession, { userId });
    },
    retire: async (database, now) => {
      const before = LessThan(new Date(now.getTime() - ENDED_RETAINED_MS));
      const sessions = database.getRepository(AuthSession);
      await sessions.delete({ endedAt: before });
      await sessions.delete({ expiresAt: before });
    },
  },
  { table: 'refresh_tokens', retainedFor: 'with the sign-in it belongs to; a hash only' },
  {
    table: 'reset_links',
    personal: 'that the user requested a new password',
    retainedFor: 'until it is used, replaced or a day old; a hash only',
    export: (database, { userId }) =>
      database.getRepository(ResetLink).find({ where: { userId }, select: { expiresAt: true } }),
    erase: async (tx, { userId }) => {
      await tx.query('delete from reset_links where user_id = $1 or made_by = $1', [userId]);
    },
    retire: async (database, now) => {
      await database.getRepository(ResetLink).delete({ expiresAt: LessThan(now) });
    },
  },
];
