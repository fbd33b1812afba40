// @ts-check
import { startRedis } from '../../local/redis.mjs';
import { connectMembers, membersOf } from '../arena/crowd.mjs';
import { stopChild } from '../arena/node.mjs';
import { interleaved, median } from './row.mjs';

const NEIGHBOURS = 100;
const TURNS = 30;
const MORE_MS = 0.6;

/** The neighbours are connected to another node than the sender. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 0, full: 5 },
  round: async ({ arena: open }) => {
    const arena = await open();
    const redis = await startRedis();
    const nodes = [];
    for (let n = 0; n < 2; n += 1) nodes.push(await arena.startNode({ REDIS_URL: redis.url }));
    const [one, other] = nodes;
    const join = async (/** @type {import('../arena/node.mjs').Server | undefined} */ server) => {
      const building = await arena.buildings.create(membersOf(NEIGHBOURS));
      return connectMembers(arena, [building], { count: NEIGHBOURS, server });
    };
    const crowds = { own: await join(one), other: await join(other) };
    const press = (/** @type {keyof typeof crowds} */ name) => async () =>
      (await crowds[name].press({ through: one })).lastMs;
    const values = await interleaved({ own: press('own'), other: press('other') }, TURNS);
    for (const crowd of Object.values(crowds)) await crowd.close();
    for (const { child } of nodes) await stopChild(child);
    await redis.stop();
    const more = median(values.other) - median(values.own);
    return [
      {
        measure: `press → last of ${NEIGHBOURS} on another node, more than on the same`,
        unit: 'ms',
        own: more,
        max: MORE_MS,
      },
    ];
  },
};
