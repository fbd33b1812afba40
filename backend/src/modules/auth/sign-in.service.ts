import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { AppError } from '../../platform/errors/app-error.js';
import { AuditService } from '../audit/audit.service.js';
import { newUser } from './auth.entities.js';
import { Passwords } from './passwords/passwords.js';
import { ChallengesService } from './second-factor/challenges.service.js';
import { SessionsService, type SignInResult } from './sessions/sessions.service.js';
import { UserRepository } from './user.repository.js';

@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserRepository,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
    private readonly challenges: ChallengesService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param label the browser and system, as the user recognises them
   * @throws AppError auth.already_registered
   */
  async signUp(email: string, password: string, label: string): Promise<SignInResult> {
    const passwordHash = await this.passwords.hashForSignUp(password);
    const user = newUser({ email, password, passwordHash, createdAt: this.clock.now() });
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
    const find = () => this.users.findByEmail(email.toLowerCase());
    const { user, isRight } = await this.passwords.check(find, password);
    if (!user || !isRight) {
      await this.audit.record({ action: 'session.refused', ...(user && { subjectId: user.id }) });
      throw new AppError('auth.invalid_credentials');
    }
    const challenge = await this.challenges.begin(user);
    return challenge ? { challenge } : this.sessions.start(user, label);
  }
}
