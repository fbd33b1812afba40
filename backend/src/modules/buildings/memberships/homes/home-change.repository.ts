import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/transactions.js';
import { HomeChange } from './home-change.entity.js';

@Injectable()
export class HomeChangeRepository {
  async insert(tx: Tx, change: HomeChange): Promise<void> {
    await tx.insert(HomeChange, change);
  }
}
