// @ts-check
import { connectMembers, connectPeers, membersOf } from '../arena/crowd.mjs';
import { ask } from '../arena/talk.mjs';

const TABS = 2_000;
const BUILDINGS = 20;
const STORM_MS = 700;

/** All tabs of a node that died connect at once, get their sync and report their state. */
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
    const before = await ask(arena.resq.child, 'statements');
    const ownMs = await opened(connectMembers(arena, one, { count: TABS, reports: true }));
    const statements = (await ask(arena.resq.child, 'statements')) - before;
    const manyMs = await opened(connectMembers(arena, many, { count: TABS, reports: true }));
    const bareMs = await opened(connectPeers(arena, 'socketio', TABS));
    const peer = { name: 'bare Socket.IO, connected', value: bareMs };
    return [
      {
        measure: `storm of ${TABS}, synced and reported`,
        unit: 'ms',
        own: ownMs,
        max: STORM_MS,
      },
      { measure: `storm of ${TABS}, one building`, unit: 'ms', own: ownMs, peer },
      { measure: `storm of ${TABS}, ${BUILDINGS} buildings`, unit: 'ms', own: manyMs, peer },
      { measure: `statements to PostgreSQL in a storm`, unit: '', own: statements, max: 48 },
    ];
  },
};

/** @param {Promise<import('../arena/crowd.mjs').Crowd>} connecting */
async function opened(connecting) {
  const crowd = await connecting;
  await crowd.close();
  return crowd.openedMs;
}
