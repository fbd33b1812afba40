import type { Cluster } from './cluster.js';

/** Finds the nodes' LISTEN connections by their application name. */
const LISTENING = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'resq-listen'`;

export async function countListening({ database }: Cluster): Promise<number> {
  return (await database.query(LISTENING)).rowCount ?? 0;
}

/** Ends the LISTEN connections. Until they are back, nodes find alarms by Redis and polling. */
export async function dropListening({ database }: Cluster): Promise<void> {
  await database.query(`select pg_terminate_backend(pid) from (${LISTENING}) as listening`);
}
