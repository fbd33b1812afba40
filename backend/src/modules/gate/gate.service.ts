import { Injectable } from '@nestjs/common';
import { CODE_PATTERN, TIMES } from '../../contract/limits.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { sha256 } from '../../platform/hashing.js';
import { GateRepository } from './gate.repository.js';

/**
 * Checks invitation codes. A code opens the landing page and lets a user create a building. It
 * never makes a user a member of an existing building.
 */
@Injectable()
export class GateService {
  constructor(
    private readonly sessions: GateRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts one use of the code and starts, or prolongs, this browser session's 24 hours.
   * @param code any text, in upper case
   * @param sessionId UUID of the browser session
   * @returns false when the code is malformed, unknown or used up
   */
  async validateCode(code: string, sessionId: string): Promise<boolean> {
    if (!CODE_PATTERN.test(code)) return false;
    return this.sessions.useCode(code, sha256(sessionId), this.clock.now());
  }

  /**
   * Finds the session without prolonging it.
   * @throws AppError gate.session_not_found when it is unknown or was not used in the last 24 hours
   */
  async findLiveSession(sessionId: string): Promise<{ lastUsedAt: string }> {
    const usedAfter = this.clock.ago(TIMES.codeSessionMs);
    const session = await this.sessions.findSession(sha256(sessionId), usedAfter);
    if (!session) throw new AppError('gate.session_not_found');
    return { lastUsedAt: session.lastUsedAt.toISOString() };
  }

  /** @throws AppError gate.session_required */
  async requireLiveSession(sessionId: string): Promise<void> {
    await this.findLiveSession(sessionId).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('gate.session_required') : error;
    });
  }
}
