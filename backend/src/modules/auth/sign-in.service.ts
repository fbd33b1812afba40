import { Inject, Injectable } from '@nestjs/common';
import { SERVER_TIMES } from '../../contract/limits.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Tx } from '../../platform/database/transactions.js';
import { AppError } from '../../platform/errors/app-error.js';
import { newToken, sha256 } from '../../platform/secret-texts.js';
import { CONFIG } from '../../platform/tokens.js';
import { AuditService } from '../audit/audit.service.js';
import { DEMO_EMAILS } from './accounts.service.js';
import {
  type Account,
  accountEmail,
  newUser,
  type SignInChallenge,
  type UserRow,
} from './auth.entities.js';
import { Passwords } from './passwords/passwords.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { SecondFactorRepository } from './second-factor/second-factor.repository.js';
import { SessionsService, type SignInResult } from './sessions/sessions.service.js';
import { UserRepository } from './user.repository.js';

const TOKEN_BYTES = 32;

/** A sign-in that waits for a code, and its user. */
export interface OpenChallenge {
  challenge: SignInChallenge;
  user: UserRow;
}

/** Signs users up and in: by the password, and by a code within five minutes of it. */
@Injectable()
export class SignInService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly users: UserRepository,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly factors: SecondFactorRepository,
    private readonly secondFactor: SecondFactorService,
  ) {}

  /**
   * @param label the browser and system, as the user recognises them
   * @throws AppError auth.already_registered
   */
  async signUp(account: Account, label: string): Promise<SignInResult> {
    // A start in production refuses a database that has an account of the demo.
    if (this.config.production && DEMO_EMAILS.includes(accountEmail(account.email))) {
      throw new AppError('auth.already_registered');
    }
    const passwordHash = await this.passwords.hashForSignUp(account.password);
    const user = newUser({ ...account, passwordHash, createdAt: this.clock.now() });
    if (!(await this.users.insertUnlessTaken(user))) throw new AppError('auth.already_registered');
    return this.sessions.start(user, label, { first: 'account.signed_up' });
  }

  /**
   * @returns a session, or the token of a challenge when the user has to give a code as well
   * @throws AppError auth.invalid_credentials for an unknown user and for a wrong password
   */
  async signIn(
    email: string,
    password: string,
    label: string,
  ): Promise<SignInResult | { challenge: string }> {
    const find = () => this.users.findByEmail(email);
    const { user, isRight } = await this.passwords.check(find, password, accountEmail(email));
    if (!user || !isRight) {
      await this.audit.record({ action: 'session.refused', ...(user && { subjectId: user.id }) });
      throw new AppError('auth.invalid_credentials');
    }
    const challenge = await this.beginChallenge(user);
    return challenge ? { challenge } : this.sessions.start(user, label);
  }

  /** @returns the token for the browser's cookie; undefined when the password is enough */
  private async beginChallenge({ id: userId, passwordHash }: UserRow): Promise<string | undefined> {
    const factor = await this.factors.find(userId);
    if (!factor?.turnedOnAt) return undefined;
    const token = newToken(TOKEN_BYTES);
    await this.factors.insertChallenge({
      hash: sha256(token),
      userId,
      passwordMark: sha256(passwordHash),
      expiresAt: this.clock.in(SERVER_TIMES.challengeMs),
    });
    return token;
  }

  /** @throws AppError auth.challenge_ended when it is unknown, used or expired */
  async findChallenge(token: string): Promise<OpenChallenge> {
    const challenge = await this.factors.findChallenge(sha256(token), this.clock.now());
    if (!challenge) throw new AppError('auth.challenge_ended');
    return { challenge, user: await this.users.get(challenge.userId) };
  }

  /**
   * Starts a session. A wrong code leaves the challenge open.
   * @param code a plain code, see `secondFactorCode`
   * @throws AppError auth.challenge_ended, also when the password or the second factor changed since,
   *   or second_factor.wrong_code
   */
  finish({ challenge, user }: OpenChallenge, code: string, label: string): Promise<SignInResult> {
    const ended = new AppError('auth.challenge_ended');
    return this.secondFactor.recordRefusal(user.id, async () => {
      if (sha256(user.passwordHash) !== challenge.passwordMark) throw ended;
      const useCode = async (tx: Tx) => {
        if (!(await this.factors.useChallenge(tx, challenge.hash))) throw ended;
        const factor = await this.factors.find(user.id, tx);
        if (!factor?.turnedOnAt) throw ended;
        await this.secondFactor.useCode(tx, factor, code);
      };
      return this.sessions.start(user, label, { useCode });
    });
  }
}
