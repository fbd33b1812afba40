// @ts-check
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import WebSocket from 'ws';
import { percentile } from '../local/percentile.mjs';
import { startPostgres } from '../local/postgres.mjs';
import { apiOf } from './api.mjs';
import { startResq } from './sockets.mjs';

/**
 * A press in a building in which nobody listens, beside one durable statement with two inserts, which is
 * the least that saves anything. Rounds are interleaved, because the machine is shared.
 */
const ROUNDS = 8;
const EACH = 25;
/** The first presses compile code and open connections. */
const WARM_UP = 40;

/** @returns {Promise<import('./run.mjs').Figures[]>} */
export async function measurePresses() {
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const resq = await startResq(postgres, dataDir);
  const database = new pg.Client({ connectionString: postgres.ownerUrl });
  await database.connect();
  const url = `http://127.0.0.1:${resq.port}`;
  const origin = `http://localhost:${resq.port}`;
  const api = await apiOf(url, origin);
  const socket = await connect(url, origin, api.members.otto.token);
  try {
    await database.query('create table bench (id uuid primary key, at timestamptz not null)');
    const ways = {
      statement: () => database.query(DURABLE),
      http: () => api.raise('otto'),
      socket: () => socket.raise(api.members.otto),
    };
    /** @type {Record<string, number[]>} */
    const ratios = { http: [], socket: [] };
    /** @type {Record<string, number[]>} */
    const times = { statement: [], http: [], socket: [] };
    for (let n = 0; n < WARM_UP; n += 1) for (const way of Object.values(ways)) await way();
    for (let round = 0; round < ROUNDS; round += 1) {
      /** @type {Record<string, number>} */
      const medians = {};
      for (const [name, way] of Object.entries(ways)) {
        /** @type {number[]} */
        const own = [];
        for (let n = 0; n < EACH; n += 1) {
          const beganMs = performance.now();
          await way();
          own.push(performance.now() - beganMs);
          if (name !== 'statement') await api.end('otto');
        }
        medians[name] = percentile(own, 0.5);
        times[name]?.push(...own);
      }
      for (const name of ['http', 'socket']) {
        ratios[name]?.push((medians[name] ?? NaN) / (medians.statement ?? NaN));
      }
    }
    return [
      { measure: 'one durable statement', values: times.statement ?? [], unit: 'ms' },
      { measure: 'press → 201, HTTP', values: times.http ?? [], unit: 'ms' },
      { measure: 'press → answer, socket', values: times.socket ?? [], unit: 'ms' },
      {
        measure: 'press, HTTP, ÷ durable statement',
        values: ratios.http ?? [],
        unit: '×',
        goal: 12,
      },
      {
        measure: 'press, socket, ÷ durable statement',
        values: ratios.socket ?? [],
        unit: '×',
        goal: 8,
      },
    ];
  } finally {
    socket.close();
    await database.end();
    resq.child.kill('SIGTERM');
    await once(resq.child, 'exit');
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const DURABLE = {
  name: 'bench',
  text: `with one as (insert into bench values (gen_random_uuid(), now()))
         insert into bench values (gen_random_uuid(), now())`,
};

/** A member's tab that presses. @param {string} url @param {string} origin @param {string} token */
async function connect(url, origin, token) {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { origin, perMessageDeflate: false });
  /** @type {(text: string) => void} */
  let answered = () => undefined;
  await new Promise((ready, failed) => {
    socket.on('error', failed);
    socket.on('message', (data) => {
      const text = data.toString();
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) {
        socket.send(`40${JSON.stringify({ token, deviceId: randomUUID() })}`);
      } else if (text.startsWith('42["sync"')) ready(undefined);
      else if (text.startsWith('43')) answered(text);
    });
  });
  return {
    raise: async (/** @type {{ buildingId: string, alarmId: string }} */ person) => {
      person.alarmId = randomUUID();
      const press = { ...pick(person), type: 'fire', separate: true };
      const answer = new Promise((resolve) => (answered = resolve));
      socket.send(`421${JSON.stringify(['alarm:raise', press])}`);
      const text = await answer;
      if (!text.includes('"ok":true')) throw new Error(text);
    },
    close: () => socket.close(),
  };
}

/** @param {{ buildingId: string, alarmId: string }} person */
const pick = ({ buildingId, alarmId }) => ({ buildingId, alarmId });
