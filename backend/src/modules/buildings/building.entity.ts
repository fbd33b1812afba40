import { Column, Entity } from 'typeorm';
import { IdColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('buildings')
export class Building {
  @IdColumn({ primaryKeyConstraintName: 'buildings_pkey' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  address: string;

  /** How many homes the building has, where its manager said so. */
  @Column({ type: 'integer', nullable: true })
  homes: number | null;

  /** Whether anybody may move in by themselves: true for the demo building only. */
  @Column({ name: 'open_demo', type: 'boolean', default: false })
  openDemo: boolean;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;
}
