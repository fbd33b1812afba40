import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../platform/database/transactions.js';
import { writeUnlessDuplicate } from '../../platform/database/unique-violation.js';
import { AccessCode } from './access-code.entities.js';

@Injectable()
export class AccessCodeRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns all codes, newest first */
  findAll(): Promise<AccessCode[]> {
    return this.database
      .getRepository(AccessCode)
      .find({ order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** @returns false when the code exists already */
  insert(tx: Tx, code: AccessCode): Promise<boolean> {
    return writeUnlessDuplicate(tx.insert(AccessCode, code));
  }

  /** @returns false when there is no such code */
  async delete(tx: Tx, id: string): Promise<boolean> {
    const { affected } = await tx.delete(AccessCode, { id });
    return affected === 1;
  }
}
