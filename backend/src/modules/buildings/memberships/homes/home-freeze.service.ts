import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../platform/errors/app-error.js';
import type { Tx } from '../../../../platform/database/transactions.js';
import type { Membership } from '../membership.entity.js';

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

  /** @throws AppError membership.home_frozen */
  async require(tx: Tx, membership: Membership): Promise<void> {
    if (!this.isFrozen) throw new Error('no check of frozen homes is set');
    if (await this.isFrozen(tx, membership)) throw new AppError('membership.home_frozen');
  }
}
