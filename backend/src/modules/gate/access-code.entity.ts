import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('access_codes')
export class AccessCode {
  @PrimaryColumn('uuid') id: string;
  /** Stored in plain text: administrators copy it, and it gives no access to existing data. */
  @Column('text') code: string;
  @Column('text') name: string | null;
  @Column('text') email: string | null;
  @Column('text') company: string | null;
  @Column('integer') maxUses: number | null;
  @Column('integer') useCount: number;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') usedAt: Date | null;
}
