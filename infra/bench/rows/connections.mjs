// @ts-check
import { cpuOf, memoryOf } from '../arena/arena.mjs';
import { connectMembers, connectPeers, membersOf } from '../arena/crowd.mjs';

const COUNT = 1_000;
const RATIO = 1.4;
const PEER = 'bare Socket.IO';

/**
 * An authenticated, synced connection beside one that may do nothing. To measure memory, it forces garbage
 * collections while no connection is open. V8 then forgets what connections look like, and optimizes
 * their code anew.
 */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 3, full: 7 },
  isDisturbing: true,
  round: async ({ arena: open }) => {
    const arena = await open();
    const building = await arena.buildings.create(membersOf(COUNT));
    const own = await cost(arena.resq, () => connectMembers(arena, [building], { count: COUNT }));
    const bare = await cost(arena.socketio, () => connectPeers(arena, 'socketio', COUNT));
    return [
      {
        measure: 'memory of a connection',
        unit: 'kB',
        own: own.kb,
        peer: { name: PEER, value: bare.kb },
        max: RATIO,
      },
      {
        measure: 'CPU of a connection',
        unit: 'ms',
        own: own.cpuMs,
        peer: { name: PEER, value: bare.cpuMs },
        max: RATIO,
      },
    ];
  },
};

/**
 * @param {import('../arena/node.mjs').Server} server
 * @param {() => Promise<import('../arena/crowd.mjs').Crowd>} connect
 */
async function cost(server, connect) {
  const idleBytes = await memoryOf(server);
  const idleMs = await cpuOf(server);
  const crowd = await connect();
  const cpuMs = ((await cpuOf(server)) - idleMs) / COUNT;
  const kb = ((await memoryOf(server)) - idleBytes) / COUNT / 1_000;
  await crowd.close();
  return { cpuMs, kb };
}
