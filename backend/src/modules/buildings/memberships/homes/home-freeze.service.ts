import { Injectable } from '@nestjs/common';
import { FROZEN_FIELDS } from '../../../../contract/field-messages.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import type { Tx } from '../../../../platform/database/transactions.js';
import type { Membership } from '../membership.entity.js';
import type { HomeRecord } from './home-change.entity.js';

type IsFrozen = (tx: Tx, membership: Membership) => Promise<boolean>;

/**
 * Keeps names and homes as they are while an alarm shows them. Whether one does is known to a room
 * that this one must not import, and which therefore passes its check in.
 */
@Injectable()
export class HomeFreezeService {
  private isFrozen: IsFrozen | undefined;

  use(isFrozen: IsFrozen): void {
    this.isFrozen = isFrozen;
  }

  /**
   * @param next the name and home that the member would have
   * @throws AppError membership.home_frozen with a sentence for each field that would change
   */
  async require(tx: Tx, membership: Membership, next: HomeRecord): Promise<void> {
    if (!this.isFrozen) throw new Error('no check of frozen homes is set');
    if (!(await this.isFrozen(tx, membership))) return;
    const changing = (['name', 'apartment', 'entrance'] as const).filter(
      (field) => membership[field] !== next[field],
    );
    const fields = Object.fromEntries(changing.map((field) => [field, FROZEN_FIELDS[field]]));
    throw new AppError('membership.home_frozen', { fields });
  }
}
