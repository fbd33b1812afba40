import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, IsNull, MoreThan, PrimaryColumn } from 'typeorm';
import type { AuditAction } from '../../contract/audit.js';
import type { Tx } from '../../platform/database/transactions.js';
import { BEGINNING, type Link } from './chain.js';

/**
 * One act, written in the transaction that performs it. It names accounts by id alone: an erasure
 * removes the rows that the id refers to, and the chain over these rows stays valid.
 */
@Entity('audit_log')
export class AuditEntry {
  @PrimaryColumn('uuid') id: string;
  @Column('timestamptz') at: Date;
  @Column('text') action: AuditAction;
  /** The account that acted; null when nobody was signed in or a timer acted. */
  @Column('uuid') actorId: string | null;
  @Column('uuid') buildingId: string | null;
  /** The account, membership, alarm or code that the act changed. */
  @Column('uuid') subjectId: string | null;
  /** Never contains a name, an address or text that a user wrote. */
  @Column('jsonb') details: Record<string, string | number | boolean>;
  /** Its position in the chain, from 1; null until it is sealed. */
  @Column('integer') seq: number | null;
  /** SHA-256 over the previous link and this row, in hexadecimal. */
  @Column('text') hash: string | null;
}

/** The beginning of the chain, once older links are retired. The table has one row or none. */
@Entity('audit_checkpoint')
export class AuditCheckpoint {
  @PrimaryColumn('uuid') id: string;
  /** The last link that was retired, and its hash. */
  @Column('integer') seq: number;
  @Column('text') hash: string;
  /** HMAC-SHA256 with the audit key, so that write access alone cannot move the beginning. */
  @Column('text') mac: string;
}

/** An arbitrary number that no other advisory lock uses. One worker at a time seals entries. */
const SEALING_LOCK = 7_262_101;

/**
 * Inserts the acts in `change.doc`, for a statement that writes other rows as well; `change` is a part
 * of it that has one row, or none when nothing is to be written.
 */
export const INSERT_ACTS = `
  insert into audit_log (id, at, action, actor_id, building_id, subject_id, details)
  select id, at, action, "actorId", "buildingId", "subjectId", details
    from change, jsonb_to_recordset(change.doc -> 'acts')
           as act(id uuid, at timestamptz, action text, "actorId" uuid, "buildingId" uuid,
                  "subjectId" uuid, details jsonb)`;

/** The application may insert entries; two functions of the database seal and delete them. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly database: DataSource) {}

  async insert(
    entries: Omit<AuditEntry, 'seq' | 'hash'>[],
    tx: Tx = this.database.manager,
  ): Promise<void> {
    await tx.insert(AuditEntry, entries);
  }

  async lockSealing(tx: Tx): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [SEALING_LOCK]);
  }

  /** @returns the oldest entries that are not part of the chain yet */
  findUnsealed(tx: Tx, limit: number): Promise<AuditEntry[]> {
    return tx.find(AuditEntry, {
      where: { seq: IsNull() },
      order: { at: 'ASC', id: 'ASC' },
      take: limit,
    });
  }

  async saveLinks(tx: Tx, links: (Link & { id: string })[]): Promise<void> {
    await tx.query('select audit_seal($1)', [JSON.stringify(links)]);
  }

  /** @returns the chain's last link, or the checkpoint when all older links are retired */
  async findLastLink(tx: Tx): Promise<Link> {
    const [entry] = await tx.query<Link[]>(
      'select seq, hash from audit_log where seq is not null order by seq desc limit 1',
    );
    const checkpoint = await this.findCheckpoint(tx);
    return entry ?? checkpoint ?? BEGINNING;
  }

  async findCheckpoint(tx: Tx): Promise<AuditCheckpoint | undefined> {
    const [checkpoint] = await tx.find(AuditCheckpoint, {});
    return checkpoint;
  }

  /** @returns the entries that follow the link `seq`, in the order of the chain */
  findSealedAfter(tx: Tx, seq: number, limit: number): Promise<AuditEntry[]> {
    return tx.find(AuditEntry, {
      where: { seq: MoreThan(seq) },
      order: { seq: 'ASC' },
      take: limit,
    });
  }

  async countUnsealed(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(
      'select count(*)::int as count from audit_log where seq is null',
    );
    return row?.count ?? 0;
  }

  /** @returns the last link before every entry that is to stay; undefined when all of them stay */
  async findLastExpired(tx: Tx, months: number): Promise<Link | undefined> {
    const [link] = await tx.query<Link[]>(
      `select seq, hash from audit_log
        where seq < coalesce((select min(seq) from audit_log
                               where at > now() - make_interval(months => $1)), 2147483647)
        order by seq desc limit 1`,
      [months],
    );
    return link;
  }

  /** @returns the link that ends the chain's first `limit` entries, or `last` where that is before it */
  async findSliceEnd(tx: Tx, last: Link, limit: number): Promise<Link> {
    const [link] = await tx.query<Link[]>(
      'select seq, hash from audit_log where seq <= $1 order by seq offset $2 limit 1',
      [last.seq, limit - 1],
    );
    return link ?? last;
  }

  /** Deletes the beginning of the chain up to this link and saves it as the checkpoint. */
  async deleteUpTo(tx: Tx, { seq }: Link, mac: string): Promise<void> {
    const [done] = await tx.query<{ seq: number | null }[]>('select audit_retire($1, $2) as seq', [
      seq,
      mac,
    ]);
    if (done?.seq !== seq) throw new Error('the database refused to delete old audit rows');
  }
}
