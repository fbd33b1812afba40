// @ts-check
import { percentile } from '../../local/percentile.mjs';

/**
 * @typedef {object} Sample one measurement of one round
 * @property {string} measure
 * @property {string} unit
 * @property {number} own
 * @property {{ name: string, value: number }} [peer] measured in the same round; goals are then about the ratio
 * @property {number} [max] the goal
 * @property {number} [min] the goal
 */

/**
 * @typedef {object} Row
 * @property {{ quick: number, full: number }} rounds 0 when it takes too long for a quick run
 * @property {(options: Options) => Promise<Sample[]>} round
 * @property {true} [isDisturbing] the code of the servers is slower after a round, so all its rounds come last
 */

/**
 * @typedef {object} Options
 * @property {() => Promise<import('../arena/arena.mjs').Arena>} arena started when a row first needs it
 * @property {boolean} full
 */

/** @param {number[]} values */
export const median = (values) => percentile(values, 0.5);

/**
 * Takes turns, so that a moment of foreign load does not fall on one of them alone.
 * @template {string} Name
 * @param {Record<Name, () => Promise<number>>} ways
 * @param {number} times
 * @returns {Promise<Record<Name, number[]>>} what each of them returned
 */
export async function interleaved(ways, times) {
  const names = /** @type {Name[]} */ (Object.keys(ways));
  const values = /** @type {Record<Name, number[]>} */ (
    Object.fromEntries(names.map((name) => [name, /** @type {number[]} */ ([])]))
  );
  for (let turn = 0; turn < times; turn += 1) {
    const order = turn % 2 === 0 ? names : names.toReversed();
    for (const name of order) values[name].push(await ways[name]());
  }
  return values;
}
