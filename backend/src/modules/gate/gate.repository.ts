import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, MoreThan, PrimaryColumn } from 'typeorm';
import type { Tx } from '../../platform/database/transactions.js';
import { writeUnlessDuplicate } from '../../platform/database/database-errors.js';

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

/** The invitation codes, and the sessions of browsers that have used one. */
@Injectable()
export class GateRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns all codes, newest first */
  findCodes(): Promise<AccessCodeRow[]> {
    const codes = this.database.getRepository(AccessCodeRow);
    return codes.find({ order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** @returns false when the code exists already */
  insertCode(tx: Tx, code: AccessCodeRow): Promise<boolean> {
    return writeUnlessDuplicate(tx.insert(AccessCodeRow, code));
  }

  /** @returns false when there is no such code */
  async deleteCode(tx: Tx, id: string): Promise<boolean> {
    const { affected } = await tx.delete(AccessCodeRow, { id });
    return affected === 1;
  }

  /**
   * Counts one use of the code and starts or prolongs the session. One statement checks and counts,
   * so that simultaneous uses cannot exceed `max_uses`.
   * @param sessionHash SHA-256 of the browser's session id
   * @returns false when the code is unknown or used up
   */
  async useCode(code: string, sessionHash: string, now: Date): Promise<boolean> {
    const rows = await this.database.query<{ session_id: string }[]>(
      `with used as (
         update access_codes set use_count = use_count + 1, used_at = $2
          where code = $1 and (max_uses is null or use_count < max_uses)
         returning id
       )
       insert into code_sessions (session_id, last_used_at, code_id)
       select $3, $2, id from used
       on conflict (session_id)
         do update set last_used_at = excluded.last_used_at, code_id = excluded.code_id
       returning session_id`,
      [code, now, sessionHash],
    );
    return rows.length === 1;
  }

  findSession(sessionId: string, usedAfter: Date): Promise<CodeSession | null> {
    const sessions = this.database.getRepository(CodeSession);
    return sessions.findOneBy({ sessionId, lastUsedAt: MoreThan(usedAfter) });
  }
}
