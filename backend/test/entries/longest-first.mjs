import Sequencer from '@jest/test-sequencer';
import { ENTRIES } from './spec-files.mjs';

/**
 * Starts the longest entries first. Jest does so from its second run on; in a new clone the longest one
 * started last, and ran alone at the end.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => Object.keys(ENTRIES).findIndex((one) => path.includes(`/${one}.`));
    return tests.toSorted((one, other) => place(one) - place(other));
  }
}
