import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import type { Act } from './audit-action.js';
import { AuditEntry } from './audit-entry.entity.js';

/** Writes acts down. The chain is sealed over them a moment later, by a job. */
@Injectable()
export class AuditService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @param tx of the transaction that does it: neither is kept without the other */
  async write(tx: EntityManager, ...acts: Act[]): Promise<void> {
    const at = this.clock.now();
    const rows = acts.map(({ action, actorId, buildingId, subjectId, details }) => ({
      id: randomUUID(),
      at,
      action,
      actorId: actorId ?? null,
      buildingId: buildingId ?? null,
      subjectId: subjectId ?? null,
      details: details ?? {},
    }));
    if (rows.length > 0) await tx.insert(AuditEntry, rows);
  }

  /** For what was refused, and so has no transaction of its own. */
  note(act: Act): Promise<void> {
    return this.write(this.database.manager, act);
  }
}
