// @ts-check
import { Seat } from './seat.mjs';

/**
 * Runs thousands of tabs in their own process, so that figures of the nodes do not include them.
 * Answers each request of `crowd.ts` with one message that carries the id of the request.
 */
/** @type {Seat[]} */
const seats = [];
/** @type {{ isMet: () => boolean, met: () => void }[]} */
let waiting = [];
let looking = false;

/** Checks the waiting conditions once per turn of the event loop, however many tabs changed. */
function moved() {
  if (looking) return;
  looking = true;
  setImmediate(() => {
    looking = false;
    const met = waiting.filter(({ isMet }) => isMet());
    waiting = waiting.filter((one) => !met.includes(one));
    for (const one of met) one.met();
  });
}

/** @param {() => boolean} isMet @returns {Promise<void>} */
const until = (isMet) =>
  new Promise((met) => {
    waiting.push({ isMet, met });
    moved();
  });

const questions = {
  /** @param {import('./crowd.js').Guests} guests */
  open: async ({ buildingId, origin, places }) => {
    for (const place of places) seats.push(new Seat({ buildingId, origin }, place, moved));
    await until(() => seats.every(({ isSynced }) => isSynced));
  },
  /** @param {{ seq: number }} asked */
  shown: async ({ seq }) => {
    await until(() => seats.every((seat) => seat.isSynced && seat.seq >= seq));
    return seats.map(({ url, syncedAtMs, shownAtMs }) => ({
      url,
      syncedAtMs,
      atMs: shownAtMs.get(seq) ?? NaN,
    }));
  },
  /** @param {{ sinceMs: number }} asked */
  moved: async ({ sinceMs }) => {
    const isBack = (/** @type {Seat} */ { syncedAtMs }) => syncedAtMs > sinceMs;
    await until(() => seats.some(isBack) && seats.every(({ isSynced }) => isSynced));
    return seats.map(({ url, syncedAtMs }) => ({ url, syncedAtMs, atMs: NaN }));
  },
  audit: () =>
    seats.map(({ seq, resets, held, shownAtMs, alarmIds }) => ({
      seq,
      resets,
      held: held.size,
      steps: [...shownAtMs.keys()],
      alarmIds: [...alarmIds],
    })),
};

process.on(
  'message',
  (/** @type {{ id: number, name: keyof typeof questions, asked: any }} */ m) => {
    void Promise.resolve(questions[m.name](m.asked)).then((answer) =>
      process.send?.({ id: m.id, answer }),
    );
  },
);
process.once('disconnect', () => process.exit());
