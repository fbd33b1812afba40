import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { AuditService } from '../../audit/audit.service.js';
import { UserRepository } from '../user.repository.js';
import { SecondFactorRepository } from './second-factor.repository.js';

export type RemovalOutcome = 'removed' | 'unknown' | 'not_on';

/** Turns two-step sign-in off for a user who has lost the app and the recovery codes. */
@Injectable()
export class SecondFactorRemoval {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly factors: SecondFactorRepository,
    private readonly audit: AuditService,
  ) {}

  remove(email: string): Promise<RemovalOutcome> {
    return this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, { email: email.trim().toLowerCase() });
      if (!user) return 'unknown';
      if (!(await this.factors.delete(tx, user.id))) return 'not_on';
      await this.audit.write(tx, { action: 'second_factor.removed', subjectId: user.id });
      return 'removed';
    });
  }
}
