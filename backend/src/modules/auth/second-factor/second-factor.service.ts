import { Inject, Injectable } from '@nestjs/common';
import { ERRORS } from '../../../contract/errors.js';
import type {
  CreatedRecoveryCodes,
  SecondFactorSetUp,
  SecondFactorStatus,
} from '../../../contract/http.js';
import { secondFactorCode } from '../../../contract/pasted-fields.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { sha256 } from '../../../platform/secret-texts.js';
import type { Logger } from '../../../platform/logging.js';
import { LOGGER } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../actor.js';
import type { SecondFactor } from '../auth.entities.js';
import { Passwords, wrongPassword } from '../passwords/passwords.js';
import { AuthSessionRepository } from '../sessions/auth-session.repository.js';
import { UserRepository } from '../user.repository.js';
import { appAddress, isRecoveryCode, newRecoveryCodes, newSecret, stepOf } from './codes.js';
import { SecondFactorRepository, SecretCipher } from './second-factor.repository.js';

const WRONG = 'second_factor.wrong_code';

/**
 * Lets a user turn two-step sign-in on and off, and confirm a session with a code. It accepts each code
 * of an app and each recovery code once.
 */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: AuthSessionRepository,
    private readonly factors: SecondFactorRepository,
    private readonly passwords: Passwords,
    private readonly cipher: SecretCipher,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async status({ userId }: Actor): Promise<SecondFactorStatus> {
    const factor = await this.factors.find(userId);
    const onSince = factor?.turnedOnAt?.toISOString() ?? null;
    return { onSince, recoveryCodesLeft: await this.factors.countRecoveryCodes(userId) };
  }

  /**
   * Makes a secret for an app, and replaces one that was not turned on. It asks for the password: at
   * an unlocked browser, anybody could otherwise lock the owner out.
   * @throws AppError auth.wrong_password or second_factor.already_on
   */
  async setUp({ userId, email }: Actor, password: string): Promise<SecondFactorSetUp> {
    const known = await this.users.get(userId);
    if (!(await this.passwords.matches(known.passwordHash, password, userId)))
      throw wrongPassword();
    const secret = newSecret();
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, { id: userId });
      if (user?.passwordHash !== known.passwordHash) throw wrongPassword();
      const factor = await this.factors.find(userId, tx);
      if (factor?.turnedOnAt) throw new AppError('second_factor.already_on');
      await this.factors.save(tx, {
        userId,
        secret: this.cipher.encrypt(userId, secret),
        lastStep: 0,
        createdAt: this.clock.now(),
        turnedOnAt: null,
      });
    });
    return { secret, url: appAddress(secret, email) };
  }

  /**
   * The recovery codes are returned once and saved as hashes only. No other session counts as
   * confirmed from now on.
   * @param code a plain code, see `secondFactorCode`; the same holds for the other methods
   * @throws AppError second_factor.not_on without a set-up, second_factor.already_on or
   *   second_factor.wrong_code
   */
  async turnOn({ userId, sessionId }: Actor, code: string): Promise<CreatedRecoveryCodes> {
    const recoveryCodes = newRecoveryCodes();
    const hashes = recoveryCodes.map((code) => sha256(secondFactorCode(code)));
    await this.withCode(userId, async (tx) => {
      await this.users.lock(tx, { id: userId });
      const factor = await this.factors.find(userId, tx);
      if (!factor) throw new AppError('second_factor.not_on');
      if (factor.turnedOnAt) throw new AppError('second_factor.already_on');
      await this.useCode(tx, factor, code);
      const now = this.clock.now();
      await this.factors.turnOn(tx, userId, now, hashes);
      await this.sessions.forgetConfirmations(tx, userId);
      await this.sessions.confirm(tx, sessionId, now);
      await this.audit.write(tx, { action: 'second_factor.turned_on', actorId: userId });
    });
    return { recoveryCodes };
  }

  /** @throws AppError second_factor.not_on or second_factor.wrong_code */
  turnOff({ userId }: Actor, code: string): Promise<void> {
    return this.withCode(userId, async (tx) => {
      await this.useCode(tx, await this.require(tx, userId), code);
      await this.factors.delete(tx, userId);
      await this.audit.write(tx, { action: 'second_factor.turned_off', actorId: userId });
    });
  }

  /** @throws AppError second_factor.not_on or second_factor.wrong_code */
  confirm({ userId, sessionId }: Actor, code: string): Promise<void> {
    return this.withCode(userId, async (tx) => {
      await this.useCode(tx, await this.require(tx, userId), code);
      await this.sessions.confirm(tx, sessionId, this.clock.now());
    });
  }

  private withCode(userId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
    return this.recordRefusal(userId, () => this.transactions.run(work));
  }

  private async require(tx: Tx, userId: string): Promise<SecondFactor> {
    const factor = await this.factors.find(userId, tx);
    if (!factor?.turnedOnAt) throw new AppError('second_factor.not_on');
    return factor;
  }

  /**
   * Uses the code up, unless the transaction rolls back.
   * @param code a plain code, see `secondFactorCode`
   * @throws AppError second_factor.wrong_code, also for a code that was used
   */
  async useCode(tx: Tx, factor: SecondFactor, code: string): Promise<void> {
    const isRight = isRecoveryCode(code)
      ? await this.useRecoveryCode(tx, factor.userId, code)
      : await this.useAppCode(tx, factor, code);
    if (!isRight) throw new AppError(WRONG, { fields: { code: ERRORS[WRONG].message } });
  }

  /**
   * Runs work that uses a code, and records a wrong one in the audit log. The entry is written after
   * the work's transaction, which rolls back and would take it along.
   */
  async recordRefusal<T>(userId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === WRONG) {
        await this.audit.record({ action: 'second_factor.refused', subjectId: userId });
      }
      throw error;
    }
  }

  private async useAppCode(tx: Tx, factor: SecondFactor, code: string): Promise<boolean> {
    const { userId } = factor;
    const secret = this.cipher.decrypt(userId, factor.secret);
    if (secret === undefined) {
      this.logger.error({ userId }, 'second factor unreadable: REFRESH_KEY has changed');
      return false;
    }
    const step = stepOf(secret, code, this.clock.now());
    return step !== undefined && this.factors.useStep(tx, userId, step);
  }

  private async useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
    if (!(await this.factors.useRecoveryCode(tx, userId, sha256(code)))) return false;
    const action = 'second_factor.recovery_code_used';
    await this.audit.write(tx, { action, actorId: userId, subjectId: userId });
    return true;
  }
}
