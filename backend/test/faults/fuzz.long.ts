import { fuzz } from './harness/input/fuzz.js';

const CASES = 10_000;
const MINUTE_MS = 60_000;
const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 1e6));
/** Set by `--minutes`, for a run of that length instead of 10,000 cases. */
const minutes = Number(process.env['FAULTS_MINUTES'] ?? 0);

it(
  `random requests and frames leave a node as it was, seed ${seed}`,
  () => {
    const end = performance.now() + minutes * MINUTE_MS;
    return fuzz(seed, (cases) => (minutes ? performance.now() < end : cases < CASES));
  },
  (minutes + 20) * MINUTE_MS,
);
