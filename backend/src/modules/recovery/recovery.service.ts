import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { TIMES } from '../../contract/limits.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { Ledger } from '../../platform/ledger.js';
import type { Logger } from '../../platform/logging.js';
import { CONFIG, LOGGER } from '../../platform/tokens.js';
import { ErasureService } from '../account/erasure.service.js';
import { AlarmCorrectionsService } from '../alarms/history/alarm-corrections.service.js';
import { AccountsService } from '../auth/accounts.service.js';
import { ALARM_ENDS, lostRights, type EndedAct } from './ended-acts.js';
import { RecoveryRepository } from './recovery.repository.js';

const COPY_EVERY_MS = 2_000;
const DAY_MS = 24 * 60 * 60_000;
/** A transaction may commit an act this long after the act's time. */
const LATE_MS = 60_000;

/**
 * Lists what was ended in a file outside the database, in the worker's `DATA_DIR`. A restored backup has
 * members, sign-ins and alarms that have ended since, and they are ended again from this list.
 */
@Injectable()
export class EndedLedger extends Ledger<EndedAct> {
  constructor(@Inject(CONFIG) { dataDir }: Pick<Config, 'dataDir'>) {
    super(dataDir, 'ended.jsonl');
  }

  /**
   * Deletes acts that are older than any backup. It precedes each look for acts that the database lacks:
   * the audit log deletes its rows after 12 months, which must not look like a restore.
   */
  forgetOld(clock: Clock): void {
    this.forgetBefore(clock.ago(TIMES.erasureMs));
  }
}

/** Copies what is ended out of the database, and ends it again in a database that was put back. */
@Injectable()
export class RecoveryService implements OnApplicationShutdown {
  private readonly stopped = new AbortController();
  private copying: Promise<void> = Promise.resolve();
  /** The ids in the ledger, with their times; undefined until it is read. */
  private copied: Map<string, string> | undefined;
  /** When the ledger was last shortened. */
  private shortenedAt = new Date(0);

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ledger: EndedLedger,
    private readonly found: RecoveryRepository,
    private readonly alarms: AlarmCorrectionsService,
    private readonly accounts: AccountsService,
    private readonly erasure: ErasureService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Copies every two seconds until the shutdown, and ends again what a database that was put back lacks. */
  start(): void {
    this.copying = this.copyUntilStopped();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.copying;
  }

  /** Adds the acts to the ledger that it does not have. */
  async copy(): Promise<void> {
    this.copied ??= new Map(this.ledger.read().map(({ id, at }) => [id, at]));
    const last = [...this.copied.values()].reduce((a, b) => (a > b ? a : b), '');
    const start = last ? new Date(Date.parse(last) - LATE_MS) : this.clock.ago(TIMES.erasureMs);
    for await (const acts of this.found.findSince(start)) {
      const news = acts.filter(({ id }) => !this.copied?.has(id));
      await this.ledger.add(news);
      for (const { id, at } of news) this.copied.set(id, at);
    }
    // Only the ids of the overlap can be found again.
    for (const [id, at] of this.copied) {
      if (at < start.toISOString()) this.copied.delete(id);
    }
  }

  /**
   * Ends again what the ledger lists and the database does not know. It may be repeated: the acts are put
   * back into the log last.
   * @returns the number of acts
   */
  async replay(): Promise<number> {
    this.shorten();
    const acts = await this.found.findMissing(this.ledger.read());
    if (acts.length === 0) return 0;
    const byAction = (...actions: EndedAct['action'][]): EndedAct[] =>
      acts.filter(({ action }) => actions.includes(action));
    await this.endAlarms(byAction('alarm.cancelled', 'alarm.expired', 'alarm.resolved'));
    for (const { subjectId } of byAction('alarm.redacted')) {
      if (subjectId) await this.alarms.redact(subjectId);
    }
    const passwordHash = await this.accounts.hashPassword(randomUUID());
    const now = this.clock.now();
    await this.transactions.run(async (tx) => {
      await this.found.endMemberships(tx, lostRights(acts));
      const closed = byAction('building.closed').flatMap((act) => act.buildingId ?? []);
      await this.found.closeBuildings(tx, closed, now);
      await this.found.endSubjects(tx, acts, now);
      const withdrawn = byAction('reset_link.withdrawn').flatMap((act) => act.actorId ?? []);
      await this.found.deleteLinks(tx, withdrawn);
      for (const { actorId, at, details } of byAction('account.password_changed')) {
        const sessionId = typeof details['session'] === 'string' ? details['session'] : null;
        if (actorId)
          await this.found.endPassword(tx, { userId: actorId, sessionId, at }, passwordHash);
      }
      await this.found.renewEpochs(tx);
    });
    const closed = byAction('account.closed').flatMap((act) => act.subjectId ?? act.actorId ?? []);
    for (const person of await this.found.findPersons(closed)) await this.erasure.erase(person);
    await this.erasure.eraseRestored();
    await this.transactions.run((tx) => this.found.saveActs(tx, acts));
    this.logger.warn(
      { acts: acts.length },
      'the database was put back: what had ended is ended again',
    );
    return acts.length;
  }

  countActiveAlarms(): Promise<number> {
    return this.found.countActiveAlarms(this.clock.now());
  }

  private async endAlarms(acts: EndedAct[]): Promise<void> {
    const ends = new Map(acts.map((act) => [act.subjectId, act]));
    const active = await this.found.findActive(acts.flatMap(({ subjectId }) => subjectId ?? []));
    for (const alarm of active) {
      const act = ends.get(alarm.id);
      if (!act) continue;
      const kind = ALARM_ENDS[act.action as keyof typeof ALARM_ENDS];
      await this.alarms.end(alarm, kind, act.at);
    }
  }

  /** Deletes old acts from the ledger, and from the ids that each round looks for in the database. */
  private shorten(): void {
    this.ledger.forgetOld(this.clock);
    const start = this.clock.ago(TIMES.erasureMs).toISOString();
    for (const [id, at] of this.copied ?? []) {
      if (at < start) this.copied?.delete(id);
    }
    this.shortenedAt = this.clock.now();
  }

  /** A standby that is promoted under a running worker may lack the acts that were copied last. */
  private async nextRound(): Promise<void> {
    if (this.shortenedAt <= this.clock.ago(DAY_MS)) this.shorten();
    const last = [...(this.copied?.keys() ?? [])].map((id) => ({ id }));
    if ((await this.found.findMissing(last)).length > 0) await this.replay();
    await this.copy();
  }

  private async copyUntilStopped(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await this.nextRound().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'ended acts not copied, tries again'),
      );
      await sleep(COPY_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
