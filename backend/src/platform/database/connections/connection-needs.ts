import type { DataSource } from 'typeorm';
import type { Role } from '../../config.js';
import type { Logger } from '../../logging.js';

/** The most connections of each of a node's pools. Three nodes fit into PostgreSQL's default of 100. */
export const POOLS = { requests: 12, presses: 6, pump: 2, listen: 1, jobs: 10 };

/** Every node has one connection that listens, so their number is the number of nodes. */
const ROOM = `
  select current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true), '0')::int as accepted,
         (select count(*)::int from pg_stat_activity
           where application_name = 'resq-listen' and datname = current_database()) as nodes`;

export interface Room {
  /** The connections that PostgreSQL accepts from ordinary roles. */
  accepted: number;
  nodes: number;
}

/** @returns the most connections that a node opens, without the three of its migrations */
export function connectionsOf(role: Role): number {
  const { jobs, ...always } = POOLS;
  const sum = Object.values(always).reduce((total, size) => total + size, 0);
  return role === 'api' ? sum : sum + jobs;
}

/** @returns the connections that this node and the others need at least: the others may run no jobs */
export function leastNeeded({ nodes }: Room, role: Role): number {
  return connectionsOf(role) + Math.max(nodes - 1, 0) * connectionsOf('api');
}

export async function readRoom(database: DataSource): Promise<Room> {
  const [room] = await database.query<Room[]>(ROOM);
  return room ?? { accepted: Infinity, nodes: 0 };
}

/** @returns the connections that are open, and how many PostgreSQL accepts */
export async function readConnections(
  database: DataSource,
): Promise<{ used: number; accepted: number }> {
  const { accepted } = await readRoom(database);
  const [open] = await database.query<{ used: number }[]>(
    `select count(*)::int as used from pg_stat_activity where backend_type = 'client backend'`,
  );
  return { used: open?.used ?? 0, accepted };
}

/** Warns when a busy moment may exhaust PostgreSQL's connections, in which presses would be refused. */
export async function warnOfShortage(
  database: DataSource,
  role: Role,
  logger: Logger,
): Promise<void> {
  const room = await readRoom(database);
  const needed = leastNeeded(room, role);
  if (needed <= room.accepted) return;
  logger.warn({ ...room, needed }, 'PostgreSQL accepts too few connections; raise max_connections');
}
