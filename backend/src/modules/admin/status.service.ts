import { Injectable } from '@nestjs/common';
import { SYSTEM_PARTS, type SystemPart, type SystemStatus } from '../../contract/status.js';
import { Clock } from '../../platform/clock.js';
import { SaveCheck } from '../../platform/health/save-check.js';
import { Outbox } from '../../platform/jobs/outbox.js';
import { NodeState, type PartReport } from '../../platform/node-state.js';
import { AdminRepository, type SavedNode } from './admin.repository.js';

type Found = Omit<SystemPart, 'part'>;

/** Two heartbeats have failed. A lost node is so shown within 10 s, with the page's own polling. */
const BEAT_LOST_MS = 7_000;
/** The probe raises an alarm every 30 s and gives up after 10 s. */
const PROBE_LOST_MS = 45_000;
/** As the alert `ResQJobsLate`. */
const JOBS_LATE_S = 120;

/** Says of each part of the installation whether it works. */
@Injectable()
export class StatusService {
  constructor(
    private readonly admin: AdminRepository,
    private readonly clock: Clock,
    private readonly state: NodeState,
    private readonly writes: SaveCheck,
    private readonly outbox: Outbox,
  ) {}

  async read(): Promise<SystemStatus> {
    const up = await this.writes.succeeds();
    const { since } = this.state.read().parts['database'] ?? {};
    // No heartbeat can be saved either, so the other parts would look as if they had failed.
    const found = up ? await this.readOthers() : {};
    const parts: Record<string, Found> = {
      ...found,
      database: { state: up ? 'works' : 'down', ...(since !== undefined && { since }) },
    };
    return {
      parts: SYSTEM_PARTS.map((part) => ({ part, ...(parts[part] ?? { state: 'unknown' }) })),
    };
  }

  private async readOthers(): Promise<Record<string, Found>> {
    const [nodes, receivedAt, { lateSeconds }] = await Promise.all([
      this.admin.findNodes(),
      this.admin.findLastReceived(),
      this.outbox.state(),
    ]);
    const isAlive = ({ aliveAt }: SavedNode): boolean => aliveAt > this.clock.ago(BEAT_LOST_MS);
    const living = nodes.filter(isAlive);
    const redis = reportsOf(living).filter(([part]) => part === 'redis');
    // A worker that has ended knows how its last push ended.
    const pushes = reportsOf(nodes).filter(([part]) => part.startsWith('push '));
    return {
      redis: merged(redis.map(([, report]) => report)),
      push: merged(newestByPart(pushes)),
      // A node that answers counts before its first heartbeat.
      nodes: { state: 'works', count: Math.max(1, living.filter(servesUsers).length) },
      worker: this.worker(nodes.filter(runsJobs), isAlive, lateSeconds),
      probe: this.probe(receivedAt),
    };
  }

  private worker(
    workers: SavedNode[],
    isAlive: (node: SavedNode) => boolean,
    lateSeconds: number,
  ): Found {
    const living = workers.filter(isAlive);
    if (living.length === 0) {
      return { state: 'down', ...latest(workers.map(({ aliveAt }) => aliveAt.toISOString())) };
    }
    if (lateSeconds > JOBS_LATE_S) {
      return { state: 'disturbed', since: this.clock.ago(lateSeconds * 1_000).toISOString() };
    }
    return { state: 'works', ...earliest(living.flatMap(({ state }) => state?.startedAt ?? [])) };
  }

  private probe(lastReceived: Date | null | undefined): Found {
    if (lastReceived === undefined) return { state: 'unused' };
    if (lastReceived === null) return { state: 'down' };
    const state = lastReceived > this.clock.ago(PROBE_LOST_MS) ? 'works' : 'down';
    return { state, since: lastReceived.toISOString() };
  }
}

const runsJobs = ({ state }: SavedNode): boolean => state?.role !== 'api';
const servesUsers = ({ state }: SavedNode): boolean => state?.role !== 'worker';

const reportsOf = (nodes: SavedNode[]): [string, PartReport][] =>
  nodes.flatMap(({ state }) => Object.entries(state?.parts ?? {}));

/** A push service that another node has used since is judged by that. */
function newestByPart(reports: [string, PartReport][]): PartReport[] {
  const byAge = reports.toSorted(([, one], [, other]) => one.at.localeCompare(other.at));
  return Object.values(Object.fromEntries(byAge));
}

function merged(reports: PartReport[]): Found {
  if (reports.length === 0) return { state: 'unused' };
  const down = reports.filter(({ up }) => !up).map(({ since }) => since);
  if (down.length === 0) return { state: 'works', ...latest(reports.map(({ since }) => since)) };
  return { state: down.length < reports.length ? 'disturbed' : 'down', ...earliest(down) };
}

const earliest = (times: string[]): { since?: string } => first(times.toSorted());
const latest = (times: string[]): { since?: string } => first(times.toSorted().toReversed());
const first = ([since]: string[]): { since?: string } => (since === undefined ? {} : { since });
