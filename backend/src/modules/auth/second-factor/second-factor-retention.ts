import { IsNull, LessThan } from 'typeorm';
import type { RetentionRule } from '../../../platform/retention/retention.js';
import { RecoveryCode, SecondFactor, SignInChallenge } from './second-factor.entities.js';

const UNFINISHED_RETAINED_MS = 24 * 60 * 60_000;

export const SECOND_FACTOR_RETENTION: RetentionRule[] = [
  {
    table: 'second_factors',
    personal: 'that the user signs in with an app, since when; its secret, encrypted',
    retainedFor: 'until it is turned off; a day when it is not turned on; with the account',
    export: (database, { userId }) =>
      database.getRepository(SecondFactor).find({
        where: { userId },
        select: { createdAt: true, turnedOnAt: true },
      }),
    erase: async (tx, { userId }) => {
      await tx.delete(SecondFactor, { userId });
    },
    retire: async (database, now) => {
      const createdAt = LessThan(new Date(now.getTime() - UNFINISHED_RETAINED_MS));
      await database.getRepository(SecondFactor).delete({ turnedOnAt: IsNull(), createdAt });
    },
  },
  {
    table: 'recovery_codes',
    personal: 'how many recovery codes the user has left',
    retainedFor: 'until it is used, or two-step sign-in turned off; a hash only',
    export: async (database, { userId }) => ({
      left: await database.getRepository(RecoveryCode).countBy({ userId }),
    }),
    erase: async (tx, { userId }) => {
      await tx.delete(RecoveryCode, { userId });
    },
  },
  {
    table: 'sign_in_challenges',
    personal: 'that the user typed the right password, and no code yet',
    retainedFor: 'until the code, or a day; a hash only',
    export: (database, { userId }) =>
      database
        .getRepository(SignInChallenge)
        .find({ where: { userId }, select: { expiresAt: true } }),
    erase: async (tx, { userId }) => {
      await tx.delete(SignInChallenge, { userId });
    },
    retire: async (database, now) => {
      await database.getRepository(SignInChallenge).delete({ expiresAt: LessThan(now) });
    },
  },
];
