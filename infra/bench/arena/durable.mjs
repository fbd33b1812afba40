// @ts-check
import pg from 'pg';

const TABLES = `
  create table if not exists bench_alarms (id uuid primary key);
  create table if not exists bench_events (id uuid primary key, record jsonb);
  grant insert on bench_alarms, bench_events to public`;
const INSERT = `
  with new as (select gen_random_uuid() as id),
       alarm as (insert into bench_alarms select id from new)
  insert into bench_events select id, $1 from new`;

/**
 * The least that a saved alarm can cost: one prepared statement with two inserts, committed.
 * @param {pg.Client} owner
 * @param {string} url
 * @returns {Promise<{ save: () => Promise<number>, end: () => Promise<void> }>} `save` returns its ms
 */
export async function openFloor(owner, url) {
  await owner.query(TABLES);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const record = JSON.stringify({ type: 'fire', status: 'active' });
  return {
    save: async () => {
      const beganMs = performance.now();
      await client.query({ name: 'floor', text: INSERT, values: [record] });
      return performance.now() - beganMs;
    },
    end: () => client.end(),
  };
}
