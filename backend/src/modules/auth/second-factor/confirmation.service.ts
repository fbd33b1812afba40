import { Inject, Injectable } from '@nestjs/common';
import { SERVER_TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { CONFIG } from '../../../platform/tokens.js';
import type { Actor } from '../actor.js';
import { SecondFactorRepository } from './second-factor.repository.js';

/** Decides for which actions a session must be confirmed with a code. */
@Injectable()
export class ConfirmationService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly factors: SecondFactorRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns true also for a user without two-step sign-in, who has no code to give */
  async isRecent({ sessionId }: Actor): Promise<boolean> {
    const state = await this.factors.findState(sessionId);
    if (!state?.isOn) return true;
    const { confirmedAt } = state;
    return confirmedAt !== null && confirmedAt > this.clock.ago(SERVER_TIMES.confirmationMs);
  }

  /** @throws AppError second_factor.confirmation_required */
  async requireRecent(actor: Actor): Promise<void> {
    if (!(await this.isRecent(actor))) throw new AppError('second_factor.confirmation_required');
  }

  /** @returns whether the administration is closed until the user turns on two-step sign-in */
  async isMissing({ sessionId, roles }: Actor): Promise<boolean> {
    if (!this.config.production || !roles.includes('admin')) return false;
    return !(await this.factors.findState(sessionId))?.isOn;
  }

  /**
   * A session from before two-step sign-in was turned on has to be confirmed once, because it may
   * belong to somebody who knows the password alone.
   * @throws AppError second_factor.set_up_required or second_factor.confirmation_required
   */
  async requireForAdministration({ sessionId }: Actor): Promise<void> {
    const state = await this.factors.findState(sessionId);
    if (state?.isOn) {
      if (!state.confirmedAt) throw new AppError('second_factor.confirmation_required');
    } else if (this.config.production) {
      throw new AppError('second_factor.set_up_required');
    }
  }
}
