// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { pressAlone } from '../arena/crowd.mjs';
import { median } from './row.mjs';

/** The first Monday of the public warning is proposed to all buildings, at the same time of day. */
const SIZES = { quick: 1_000, full: 10_000 };
const BEFORE_TURNS = 40;
const LEAD_MS = 2_000;
const PAUSE_MS = 250;
/** Starts are spread over 45 s, and the rest is for those that wait for their turn. */
const BEGUN_MS = 60_000;
const PATIENCE_MS = 5 * 60_000;
const SLOWER = 1.5;

/** The exercises of many buildings begin in the same minute, while somebody presses a real alarm. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 0, full: 1 },
  isDisturbing: true,
  round: async ({ arena: open, full }) => {
    const arena = await open();
    const count = full ? SIZES.full : SIZES.quick;
    const building = await arena.buildings.create(1);
    const press = async () => (await pressAlone(arena, building)).answeredMs;
    const before = [];
    for (let turn = 0; turn < BEFORE_TURNS; turn += 1) before.push(await press());

    const exercises = await arena.buildings.planExercises(count, LEAD_MS);
    const meanwhile = [];
    const patientUntilMs = Date.now() + PATIENCE_MS;
    let begun = await exercises.begun();
    while (begun.count < count && Date.now() < patientUntilMs) {
      await sleep(PAUSE_MS);
      meanwhile.push(await press());
      begun = await exercises.begun();
    }
    const peer = { name: 'before', value: median(before) };
    return [
      {
        measure: `of ${count} exercises of one minute: not begun`,
        unit: '',
        own: count - begun.count,
        max: 0,
      },
      { measure: 'the minute → the last has begun', unit: 'ms', own: begun.lastMs, max: BEGUN_MS },
      {
        measure: 'press → answer meanwhile',
        unit: 'ms',
        own: median(meanwhile),
        peer,
        max: SLOWER,
      },
    ];
  },
};
