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

  /** The number of homes in the building; null when it is not known. */
  @Column({ type: 'integer', nullable: true })
  homes: number | null;

  /** True when any signed-in user may join without an invitation: only for the demo building. */
  @Column({ name: 'open_demo', type: 'boolean', default: false })
  openDemo: boolean;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;
}
