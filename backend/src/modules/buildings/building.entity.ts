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

  /** The number of homes in the building; null when its manager gave none. */
  @Column({ type: 'integer', nullable: true })
  homes: number | null;

  /** Whether anybody may join without an invitation: true for the demo building only. */
  @Column({ name: 'open_demo', type: 'boolean', default: false })
  openDemo: boolean;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;
}
