// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { connectMembers, membersOf } from '../arena/crowd.mjs';
import { interleaved, median } from './row.mjs';

const NEIGHBOURS = 100;
const TURNS = 20;
const IDLE_SOCKETS = 5_000;
const OTHER_BUILDINGS = 1_000;
const OLD_ALARMS = 20_000;
const MEMBERS = 2_500;
/** The first seconds after so many connections are measured by the row `storm`. */
const SETTLES_MS = 5_000;
/** Nothing may grow; smaller differences cannot be told from the machine's. */
const RATIO = 1.15;

/** The press of a building with 100 sockets beside what must not slow it down. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 0, full: 3 },
  round: async ({ arena: open }) => {
    const arena = await open();
    const { buildings } = arena;
    const create = (/** @type {number} */ members) => buildings.create(members);
    const join = (/** @type {import('../arena/buildings.mjs').Building} */ building) =>
      connectMembers(arena, [building], { count: NEIGHBOURS });
    const old = await create(membersOf(NEIGHBOURS));
    await buildings.addOldAlarms(old.id, OLD_ALARMS);
    const crowds = {
      plain: await join(await create(membersOf(NEIGHBOURS))),
      old: await join(old),
      large: await join(await create(MEMBERS)),
    };
    const last = (/** @type {keyof typeof crowds} */ name) => async () =>
      (await crowds[name].press()).lastMs;
    const alone = await interleaved(
      { plain: last('plain'), old: last('old'), large: last('large') },
      TURNS,
    );
    /** @param {number} count of buildings @param {number} sockets in each */
    const beside = async (count, sockets) => {
      const others = [];
      for (let n = 0; n < count; n += 1) others.push(await create(membersOf(sockets)));
      const idle = await connectMembers(arena, others, { count: count * sockets });
      await sleep(SETTLES_MS);
      const { plain } = await interleaved({ plain: last('plain') }, TURNS);
      await idle.close();
      return median(plain);
    };
    const besideIdle = await beside(IDLE_SOCKETS / NEIGHBOURS, NEIGHBOURS);
    const besideOthers = await beside(OTHER_BUILDINGS, 1);
    for (const crowd of Object.values(crowds)) await crowd.close();
    const value = median(alone.plain);
    const sample = (/** @type {string} */ what, /** @type {number} */ own) => ({
      measure: `press → last of ${NEIGHBOURS}, ${what}`,
      unit: 'ms',
      own,
      peer: { name: 'without', value },
    });
    return [
      { ...sample(`beside ${IDLE_SOCKETS} idle sockets`, besideIdle), max: RATIO },
      { ...sample(`beside ${OTHER_BUILDINGS} buildings`, besideOthers), max: RATIO },
      { ...sample(`after ${OLD_ALARMS} old alarms`, median(alone.old)), max: RATIO },
      // Every member is read with the alarm, so this one may grow.
      sample(`of ${MEMBERS} members`, median(alone.large)),
    ];
  },
};
