// @ts-check
import { ORIGIN } from '../arena/node.mjs';
import { ask } from '../arena/talk.mjs';

const BUILDINGS = 40;
const TABS = 60;
const ANSWERS = 40;
const FOR_MS = 10_000;
const PER_SECOND = 60;

/** Whole alarms, from the press to the end that every tab knows, in many buildings at once. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 1, full: 3 },
  round: async ({ arena: open }) => {
    const arena = await open();
    const addresses = [];
    for (let n = 0; n < BUILDINGS; n += 1) {
      const { id, members } = await arena.buildings.create(TABS);
      const tokens = members.map((member) => arena.sign(member));
      addresses.push({ port: arena.resq.port, origin: ORIGIN, buildingId: id, tokens });
    }
    const load = { addresses, answers: ANSWERS, forMs: FOR_MS };
    const { perSecond } = await ask(arena.wholeAlarms, 'repeat', load);
    return [
      {
        measure: `whole alarms a second: ${TABS} tabs, ${TABS * 3} receipts, ${ANSWERS} answers`,
        unit: '/s',
        own: perSecond,
        min: PER_SECOND,
      },
    ];
  },
};
