// @ts-check
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { openLaboratory } from './laboratory.mjs';

/** Measures what presses, polling and NOTIFY cost one PostgreSQL. */
const require = createRequire(new URL('../../../backend/package.json', import.meta.url));
const BUILDINGS = 10_000;
const PRESSES = 1_500;
const PRESSES_AT_ONCE = 12;
const POLLS = 100;
const NOTIFIES = 2_000;

/** @typedef {Awaited<ReturnType<typeof openLaboratory>>} Laboratory */

/** @returns {Promise<object>} */
export async function measureDatabase() {
  const laboratory = await openLaboratory();
  try {
    const members = await laboratory.settle(BUILDINGS, 1);
    await laboratory.database.query('vacuum analyze');
    // Pushes and escalations of the presses go on for a minute, so presses come last.
    const polled = await poll(laboratory, members);
    const notified = await notify(laboratory);
    await press(laboratory, members.slice(0, 200));
    const pressed = await press(laboratory, members.slice(200, 200 + PRESSES));
    return { ...polled, ...notified, ...pressed };
  } finally {
    await laboratory.close();
  }
}

/** @param {Laboratory} laboratory @param {import('./laboratory.mjs').Member[]} members one press each */
async function press({ node, origin, nodeUsage, databaseUsage }, members) {
  const before = { node: nodeUsage(), database: databaseUsage() };
  const since = performance.now();
  const waiting = [...members];
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const answer = await fetch(`${node.url}/api/buildings/${next.buildingId}/alarms`, {
        method: 'POST',
        headers: {
          origin,
          'content-type': 'application/json',
          authorization: `Bearer ${next.token}`,
        },
        body: JSON.stringify({ alarmId: randomUUID(), type: 'fire' }),
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: PRESSES_AT_ONCE }, lane));
  const seconds = (performance.now() - since) / 1_000;
  const per = (/** @type {number} */ ms) => round(ms / members.length);
  return {
    'presses a second, one node': round(members.length / seconds),
    'ms CPU of the node a press': per(nodeUsage().cpuMs - before.node.cpuMs),
    'ms CPU of PostgreSQL a press': per(databaseUsage().cpuMs - before.database.cpuMs),
  };
}

/** The statement by which a node polls once a second, for as many buildings as it has tabs of. */
const HEADS = `
  select s.building_id, s.epoch, s.head, e.at,
         coalesce(s.lineage = (select database_lineage()) || '/' || s.xmin, true)
    from building_streams s
    left join alarm_events e on e.building_id = s.building_id and e.seq = s.head
   where s.building_id = any($1)`;

/** @param {Laboratory} laboratory @param {import('./laboratory.mjs').Member[]} members */
async function poll({ database, databaseUsage }, members) {
  /** @type {Record<string, number>} */
  const row = {};
  for (const count of [100, 1_000, BUILDINGS]) {
    const ids = members.slice(0, count).map(({ buildingId }) => buildingId);
    const before = databaseUsage();
    for (let n = 0; n < POLLS; n += 1) await database.query(HEADS, [ids]);
    row[`ms CPU of PostgreSQL to poll ${count} buildings`] = round(
      (databaseUsage().cpuMs - before.cpuMs) / POLLS,
    );
  }
  return row;
}

/** @param {Laboratory} laboratory */
async function notify({ url, database, databaseUsage }) {
  const pg = /** @type {typeof import('pg')} */ (require('pg'));
  /** @type {Record<string, number>} */
  const row = {};
  const listeners = [];
  for (const count of [0, 20, 40]) {
    while (listeners.length < count) {
      const client = new pg.Client(url);
      await client.connect();
      await client.query('listen resq');
      listeners.push(client);
    }
    const before = databaseUsage();
    for (let n = 0; n < NOTIFIES; n += 1) await database.query("select pg_notify('resq', $1)", [n]);
    row[`ms CPU of PostgreSQL a NOTIFY, ${count + 1} nodes listen`] = round(
      (databaseUsage().cpuMs - before.cpuMs) / NOTIFIES,
    );
  }
  await Promise.all(listeners.map((client) => client.end()));
  return row;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
