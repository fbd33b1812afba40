import { fuzz } from './harness/input/fuzz.js';

const CASES = 800;
const SEED = 2026;

/** `fuzz.long.ts` sends more, with another seed each time. */
it('no random request or frame makes a node fail', () => fuzz(SEED, (cases) => cases < CASES));
