// @ts-check
import { measureSheet } from '../browser/sheet.mjs';
import { median } from './row.mjs';
import { percentile } from '../../local/percentile.mjs';

const READABLE_MS = 1_000;

/** The link to the sheet for the rescue service, on a phone that has never seen ResQ. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 0, full: 1 },
  round: async () => {
    const values = await measureSheet();
    const measure = 'link → sheet readable';
    return [
      { measure: `${measure}, p50`, unit: 'ms', own: median(values) },
      { measure: `${measure}, worst`, unit: 'ms', own: percentile(values, 1), max: READABLE_MS },
    ];
  },
};
