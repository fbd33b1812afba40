import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../platform/database/transactions.js';
import { Building } from './building.entity.js';

@Injectable()
export class BuildingRepository {
  constructor(private readonly database: DataSource) {}

  async insert(tx: Tx, building: Building): Promise<void> {
    await tx.insert(Building, building);
  }

  /** @throws when there is no such building */
  get(id: string, tx: Tx = this.database.manager): Promise<Building> {
    return tx.findOneByOrFail(Building, { id });
  }

  exists(id: string): Promise<boolean> {
    return this.database.getRepository(Building).existsBy({ id });
  }

  findOpenDemo(): Promise<Building | null> {
    return this.database.getRepository(Building).findOneBy({ openDemo: true });
  }
}
