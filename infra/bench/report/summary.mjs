// @ts-check
import { percentile } from '../../local/percentile.mjs';

/** @typedef {import('../rows/row.mjs').Sample} Sample */

/**
 * `not met` when every round missed the goal: more than the spread between the rounds. `unclear` when
 * the median missed it and some round did not.
 * @typedef {'met' | 'not met' | 'unclear' | ''} Verdict
 */

/**
 * @typedef {object} Summary of one measure's rounds
 * @property {string} measure
 * @property {string} unit
 * @property {number} own the median
 * @property {{ name: string, value: number }} [peer] with the median
 * @property {[number, number, number]} range min, median and max of the ratio; without a peer, of `own`
 * @property {string} goal
 * @property {Verdict} verdict
 */

/** @param {Sample[]} samples one for each round @returns {Summary} */
export function summarize(samples) {
  const [first] = samples;
  if (!first) throw new Error('a measure without a sample');
  const { measure, unit, peer, max, min } = first;
  const values = samples.map(({ own, peer }) => (peer ? own / peer.value : own));
  const range = /** @type {Summary['range']} */ ([0, 0.5, 1].map((at) => percentile(values, at)));
  return {
    measure,
    unit,
    own: medianOf(samples.map(({ own }) => own)),
    ...(peer && {
      peer: { name: peer.name, value: medianOf(samples.map(({ peer }) => peer?.value ?? NaN)) },
    }),
    range,
    goal: goalOf(first),
    verdict: verdictOf(range, { max, min }),
  };
}

const medianOf = (/** @type {number[]} */ values) => percentile(values, 0.5);

/** @param {Sample} sample */
function goalOf({ max, min, peer, unit }) {
  const of = peer ? '×' : ` ${unit}`;
  if (max !== undefined) return `≤ ${max}${of}`.trim();
  return min === undefined ? '' : `≥ ${min}${of}`.trim();
}

/**
 * @param {Summary['range']} range
 * @param {{ max?: number, min?: number }} goal
 * @returns {Verdict}
 */
export function verdictOf([least, middle, most], { max, min }) {
  if (max === undefined && min === undefined) return '';
  const meets = (/** @type {number} */ value) =>
    value <= (max ?? Infinity) && value >= (min ?? -Infinity);
  if (meets(middle)) return 'met';
  return meets(max === undefined ? most : least) ? 'unclear' : 'not met';
}
