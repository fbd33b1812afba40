import { IsNull, LessThan } from 'typeorm';
import type { RetentionRule } from '../../platform/retention/retention.js';
import {
  AuthSession,
  RecoveryCode,
  ResetLink,
  SecondFactor,
  SignInChallenge,
  UserRow,
} from './auth.entities.js';

const DAY_MS = 24 * 60 * 60_000;
const ENDED_RETAINED_MS = 30 * DAY_MS;

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
    erase: (tx, { userId }) => tx.delete(AuthSession, { userId }),
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
    erase: (tx, { userId }) =>
      tx.query('delete from reset_links where user_id = $1 or made_by = $1', [userId]),
    retire: (database, now) =>
      database.getRepository(ResetLink).delete({ expiresAt: LessThan(now) }),
  },
  {
    table: 'second_factors',
    personal: 'that the user signs in with an app, since when; its secret, encrypted',
    retainedFor: 'until it is turned off; a day when it is not turned on; with the account',
    export: (database, { userId }) =>
      database.getRepository(SecondFactor).find({
        where: { userId },
        select: { createdAt: true, turnedOnAt: true },
      }),
    erase: (tx, { userId }) => tx.delete(SecondFactor, { userId }),
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
    table: 'sign_in_challenges',
    personal: 'that the user typed the right password, and no code yet',
    retainedFor: 'until the code, or a day; a hash only',
    export: (database, { userId }) => {
      const challenges = database.getRepository(SignInChallenge);
      return challenges.find({ where: { userId }, select: { expiresAt: true } });
    },
    erase: (tx, { userId }) => tx.delete(SignInChallenge, { userId }),
    retire: (database, now) =>
      database.getRepository(SignInChallenge).delete({ expiresAt: LessThan(now) }),
  },
];
