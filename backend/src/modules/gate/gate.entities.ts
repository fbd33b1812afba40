import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('access_codes')
export class AccessCodeRow {
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

@Entity('code_sessions')
export class CodeSession {
  /** SHA-256 of the browser's session id: a copy of the table does not open the gate. */
  @PrimaryColumn('text') sessionId: string;
  @Column('timestamptz') lastUsedAt: Date;
  /** Deleting the code deletes its sessions. */
  @Column('uuid') codeId: string;
}
