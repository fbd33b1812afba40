// @ts-check
import { randomUUID } from 'node:crypto';
import { connectMembers, connectPeers, membersOf } from '../arena/crowd.mjs';
import { ask } from '../arena/talk.mjs';

/** @typedef {import('../arena/arena.mjs').Arena} Arena */
/** @typedef {import('../arena/buildings.mjs').Building} Building */

const TABS = 2_000;
const BUILDINGS = 20;
const RATIO = 1.8;

/**
 * All tabs of a node that died connect to another one at once. It lasts until the last tab has its sync
 * and the states of all devices are saved.
 */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 3, full: 7 },
  round: async ({ arena: open }) => {
    const arena = await open();
    const one = [await arena.buildings.create(membersOf(TABS))];
    const many = [];
    for (let n = 0; n < BUILDINGS; n += 1) {
      many.push(await arena.buildings.create(membersOf(TABS / BUILDINGS)));
    }
    const own = await storm(arena, one);
    const { ms: manyMs } = await storm(arena, many);
    const bare = await connectPeers(arena, 'socketio', TABS);
    await bare.close();
    const peer = { name: 'bare Socket.IO, connected', value: bare.openedMs };
    return [
      { measure: `storm of ${TABS}, one building`, unit: 'ms', own: own.ms, peer, max: RATIO },
      {
        measure: `storm of ${TABS}, ${BUILDINGS} buildings`,
        unit: 'ms',
        own: manyMs,
        peer,
        max: RATIO,
      },
      { measure: `statements to PostgreSQL in a storm`, unit: '', own: own.statements, max: 48 },
    ];
  },
};

/**
 * The tabs have been connected before, as those of a dead node have: their devices are known, and they
 * give their states in the handshake. Their access tokens are new to the node.
 * @param {Arena} arena
 * @param {Building[]} buildings
 */
async function storm(arena, buildings) {
  const deviceIds = Array.from({ length: TABS }, () => randomUUID());
  const options = { count: TABS, deviceIds };
  const before = await connectMembers(arena, buildings, { ...options, reports: 'by event' });
  await before.close();
  await arena.buildings.untilPresent(deviceIds, 0);
  const statementsBefore = await ask(arena.resq.child, 'statements');
  const crowd = await connectMembers(arena, buildings, { ...options, reports: 'in handshake' });
  const openedAtMs = performance.now();
  await arena.buildings.untilPresent(deviceIds, TABS);
  const ms = crowd.openedMs + performance.now() - openedAtMs;
  const statements = (await ask(arena.resq.child, 'statements')) - statementsBefore;
  await crowd.close();
  return { ms, statements };
}
