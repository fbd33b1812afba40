// @ts-check
import { connectMembers, connectPeers, membersOf } from '../arena/crowd.mjs';
import { interleaved, median } from './row.mjs';

const TURNS = 30;
const NEIGHBOURS = 100;
const ANSWER = { http: 9, socket: 7 };
const LAST = { http: 4, socket: 3 };

/** One press at a time: until it is answered, and until the last of 100 neighbours has it. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 3, full: 7 },
  round: async ({ arena: open }) => {
    const arena = await open();
    const building = await arena.buildings.create(membersOf(NEIGHBOURS));
    const crowd = await connectMembers(arena, [building], { count: NEIGHBOURS });
    const bare = await connectPeers(arena, 'ws', NEIGHBOURS);
    /** @type {Record<'http' | 'socket', number[]>} */
    const last = { http: [], socket: [] };
    const press = (/** @type {'http' | 'socket'} */ by) => async () => {
      const { answeredMs, lastMs } = await crowd.press({ by });
      last[by].push(lastMs);
      return answeredMs;
    };
    const values = await interleaved(
      {
        floor: arena.durable,
        http: press('http'),
        ws: async () => (await bare.press()).lastMs,
        socket: press('socket'),
      },
      TURNS,
    );
    await crowd.close();
    await bare.close();
    const durable = median(values.floor);
    const peer = { name: 'durable statement', value: durable };
    const whole = { name: 'durable statement + ws', value: durable + median(values.ws) };
    return /** @type {const} */ (['http', 'socket']).flatMap((by) => [
      {
        measure: `press → answer, by ${by}`,
        unit: 'ms',
        own: median(values[by]),
        peer,
        max: ANSWER[by],
      },
      {
        measure: `press → last of ${NEIGHBOURS}, by ${by}`,
        unit: 'ms',
        own: median(last[by]),
        peer: whole,
        max: LAST[by],
      },
    ]);
  },
};
