import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../platform/database/transactions.js';
import { BuildingRow } from './buildings.entities.js';

@Injectable()
export class BuildingRepository {
  constructor(private readonly database: DataSource) {}

  async insert(tx: Tx, building: BuildingRow): Promise<void> {
    await tx.insert(BuildingRow, building);
  }

  /** @throws when there is no such building */
  get(id: string, tx: Tx = this.database.manager): Promise<BuildingRow> {
    return tx.findOneByOrFail(BuildingRow, { id });
  }

  exists(id: string): Promise<boolean> {
    return this.database.getRepository(BuildingRow).existsBy({ id });
  }

  findOpenDemo(): Promise<BuildingRow | null> {
    return this.database.getRepository(BuildingRow).findOneBy({ openDemo: true });
  }
}
