import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('code_sessions')
export class CodeSession {
  /** SHA-256 of the browser's session id: a copy of the table does not open the gate. */
  @PrimaryColumn('text') sessionId: string;
  @Column('timestamptz') lastUsedAt: Date;
  /** Deleting the code deletes its sessions. */
  @Column('uuid') codeId: string;
}
