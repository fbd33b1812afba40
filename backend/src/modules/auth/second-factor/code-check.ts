import { Inject, Injectable } from '@nestjs/common';
import { ERRORS } from '../../../contract/errors.js';
import { Clock } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { sha256 } from '../../../platform/hashing.js';
import type { Logger } from '../../../platform/logging.js';
import { LOGGER } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import { isRecoveryCode, stepOf } from './codes.js';
import { SecretCipher } from './secret-cipher.js';
import type { SecondFactor } from '../auth.entities.js';
import { SecondFactorRepository } from './second-factor.repository.js';

const WRONG = 'second_factor.wrong_code';

/** Accepts each code of an app and each recovery code once. */
@Injectable()
export class CodeCheck {
  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly cipher: SecretCipher,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Uses the code up, unless the transaction rolls back.
   * @param code a plain code, see `plainCode`
   * @throws AppError second_factor.wrong_code, also for a code that was used
   */
  async use(tx: Tx, factor: SecondFactor, code: string): Promise<void> {
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
