import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { sha256 } from '../../../platform/hashing.js';
import { SessionsService, type SignInResult } from '../sessions/sessions.service.js';
import type { SignInChallenge, UserRow } from '../auth.entities.js';
import { UserRepository } from '../user.repository.js';
import { SecondFactorRepository } from './second-factor.repository.js';
import { CodeCheck } from './code-check.js';

const TOKEN_BYTES = 32;

/** A sign-in that waits for a code, and its user. */
export interface OpenChallenge {
  challenge: SignInChallenge;
  user: UserRow;
}

/** The second step of a sign-in: a code within five minutes of the password. */
@Injectable()
export class ChallengesService {
  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly users: UserRepository,
    private readonly codes: CodeCheck,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
  ) {}

  /** @returns the token for the browser's cookie; undefined when the password is enough */
  async begin({ id: userId, passwordHash }: UserRow): Promise<string | undefined> {
    const factor = await this.factors.find(userId);
    if (!factor?.turnedOnAt) return undefined;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.factors.insertChallenge({
      hash: sha256(token),
      userId,
      passwordMark: sha256(passwordHash),
      expiresAt: this.clock.in(TIMES.challengeMs),
    });
    return token;
  }

  /** @throws AppError auth.challenge_ended when it is unknown, used or expired */
  async find(token: string): Promise<OpenChallenge> {
    const challenge = await this.factors.findChallenge(sha256(token), this.clock.now());
    if (!challenge) throw new AppError('auth.challenge_ended');
    return { challenge, user: await this.users.get(challenge.userId) };
  }

  /**
   * Starts a session. A wrong code leaves the challenge open.
   * @param code a plain code, see `plainCode`
   * @throws AppError auth.challenge_ended, also when the password or the second factor changed since,
   *   or second_factor.wrong_code
   */
  finish({ challenge, user }: OpenChallenge, code: string, label: string): Promise<SignInResult> {
    const ended = new AppError('auth.challenge_ended');
    return this.codes.recordRefusal(user.id, async () => {
      if (sha256(user.passwordHash) !== challenge.passwordMark) throw ended;
      const useCode = async (tx: Tx) => {
        if (!(await this.factors.useChallenge(tx, challenge.hash))) throw ended;
        const factor = await this.factors.find(user.id, tx);
        if (!factor?.turnedOnAt) throw ended;
        await this.codes.use(tx, factor, code);
      };
      return this.sessions.start(user, label, { useCode });
    });
  }
}
