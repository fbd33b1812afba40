// @ts-check
import { percentile } from '../../local/percentile.mjs';
import { measureBrowser } from '../browser/measure.mjs';

/** A tab with an alarm, a press, a visit, and its memory after many alarms. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 0, full: 1 },
  round: async () =>
    (await measureBrowser()).flatMap(({ measure, values, unit, goal }) => {
      if (values.length === 1) return [{ measure, unit, own: values[0] ?? NaN, max: goal }];
      return [
        { measure: `${measure}, p50`, unit, own: percentile(values, 0.5) },
        { measure: `${measure}, p95`, unit, own: percentile(values, 0.95), max: goal },
      ];
    }),
};
