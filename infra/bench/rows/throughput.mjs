// @ts-check
import { httpPress } from '../arena/crowd.mjs';
import { ask } from '../arena/talk.mjs';

/** @typedef {import('../peers/http-press.mjs').HttpPress} HttpPress */

const BUILDINGS = 100;
const AT_ONCE = 16;
const CALM_MS = 4_000;
const LOAD_MS = 8_000;

/**
 * Presses in 100 buildings: as many as a node saves, beside the plain way of doing it; somewhat fewer,
 * and half as many again.
 */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 1, full: 3 },
  round: async ({ arena: open }) => {
    const arena = await open();
    /** @type {HttpPress[]} */
    const senders = [];
    for (let n = 0; n < BUILDINGS; n += 1) {
      senders.push(httpPress(arena, arena.resq, await arena.buildings.create(1)));
    }
    /** @param {HttpPress[]} senders @returns {Promise<number>} answered 201, a second */
    const constant = async (senders) => {
      const load = { senders, forMs: CALM_MS, atOnce: AT_ONCE };
      // The first presses meet code that is not compiled yet.
      await ask(arena.pressers, 'constant', load);
      // No real house has dozens of active alarms.
      await arena.buildings.endAlarms();
      return (await ask(arena.pressers, 'constant', load)).perSecond;
    };
    const perSecond = await constant(senders);
    await arena.buildings.endAlarms();
    const plainApp = await arena.startPlainApp();
    const plain = await constant(plainApp.senders(BUILDINGS));
    await plainApp.stop();
    const offer = async (/** @type {number} */ share) => {
      const load = { senders, forMs: LOAD_MS, perSecond: perSecond * share };
      const outcome = await ask(arena.pressers, 'tabs', load);
      await arena.buildings.endAlarms();
      return outcome;
    };
    const calm = await offer(0.8);
    const over = await offer(1.5);
    const idealMs = (over.presses / perSecond) * 1_000;
    return [
      {
        measure: `presses a second, ${AT_ONCE} at once`,
        unit: '/s',
        own: perSecond,
        peer: { name: 'the plain way', value: plain },
        min: 1,
      },
      { measure: 'at four fifths of it: refused', unit: '', own: calm.refused, max: 0 },
      { measure: 'at four fifths of it: press → 201, p99', unit: 'ms', own: calm.p99Ms, max: 300 },
      { measure: 'at 1.5 times it, for 8 s: lost', unit: '', own: over.lost, max: 0 },
      {
        measure: 'at 1.5 times it: first press → last saved',
        unit: 'ms',
        own: over.lastMs,
        peer: { name: 'an ideal queue', value: idealMs },
        max: 1.5,
      },
      { measure: 'at 1.5 times it: requests a press', unit: '', own: over.requestsEach },
      { measure: 'at 1.5 times it: press → 201, p99', unit: 'ms', own: over.p99Ms },
    ];
  },
};
