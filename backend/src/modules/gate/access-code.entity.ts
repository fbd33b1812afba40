import { Column, Entity, Index } from 'typeorm';
import { IdColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('access_codes')
export class AccessCode {
  @IdColumn({ primaryKeyConstraintName: 'access_codes_pkey' })
  id: string;

  /** Stored in plain text: administrators copy it, and it gives no access to existing data. */
  @Index('access_codes_code', { unique: true })
  @Column({ type: 'text' })
  code: string;

  @Column({ type: 'text', nullable: true })
  name: string | null;

  @Column({ type: 'text', nullable: true })
  email: string | null;

  @Column({ type: 'text', nullable: true })
  company: string | null;

  @Column({ name: 'max_uses', type: 'integer', nullable: true })
  maxUses: number | null;

  @Column({ name: 'use_count', type: 'integer', default: 0 })
  useCount: number;

  @Index('access_codes_created_at')
  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  @TimeColumn({ name: 'used_at', nullable: true })
  usedAt: Date | null;
}
