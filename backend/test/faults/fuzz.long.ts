import { fuzz } from './harness/input/fuzz.js';

const CASES = 10_000;
const LIMIT_MS = 20 * 60_000;
const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 1e6));

it(
  `10,000 random requests and frames leave a node as it was, seed ${seed}`,
  () => fuzz(CASES, seed),
  LIMIT_MS,
);
