import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/transactions.js';
import { PROBE_BUILDING_ID } from '../../platform/probe-building.js';
import type { AuditAction } from '../../contract/audit.js';
import { AuditLogRepository, INSERT_ACTS, type AuditEntry } from './audit-log.repository.js';

export interface Act {
  action: AuditAction;
  /** The account that acts; absent when nobody is signed in or a timer acts. */
  actorId?: string;
  buildingId?: string;
  /** The account, membership, alarm or code that the act changes. */
  subjectId?: string;
  /** Never contains a name, an address or text that a user wrote. */
  details?: Record<string, string | number | boolean>;
}

/** Appends acts to the audit log. A job adds them to the chain within a minute. */
@Injectable()
export class AuditService {
  /** The part of a statement that inserts the entries of `entriesOf`. */
  static readonly INSERT_ACTS = INSERT_ACTS;

  constructor(
    private readonly log: AuditLogRepository,
    private readonly clock: Clock,
  ) {}

  /** @param tx the transaction that performs the acts: both are committed, or neither */
  async write(tx: Tx, ...acts: Act[]): Promise<void> {
    if (acts.length > 0) await this.log.insert(this.entriesOf(acts), tx);
  }

  /** Records an act that has no transaction of its own, such as a refusal. */
  record(act: Act): Promise<void> {
    return this.log.insert(this.entriesOf([act]));
  }

  /** @returns no entry for the probe, whose alarms would be two of three in the log */
  entriesOf(acts: Act[]): Omit<AuditEntry, 'seq' | 'hash'>[] {
    const at = this.clock.now();
    const real = acts.filter(({ buildingId }) => buildingId !== PROBE_BUILDING_ID);
    return real.map(({ action, actorId, buildingId, subjectId, details }) => ({
      id: randomUUID(),
      at,
      action,
      actorId: actorId ?? null,
      buildingId: buildingId ?? null,
      subjectId: subjectId ?? null,
      details: details ?? {},
    }));
  }
}
