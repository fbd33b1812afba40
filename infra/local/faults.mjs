// @ts-check
import { parseArgs } from 'node:util';
import { run } from './children.mjs';
import { Stop } from './say.mjs';

/**
 * All rows of the fault tests and the seeded random schedules. The nodes are the built ones.
 * @param {string[]} args `--seed=2026 --presses=500 --only=random`
 * @returns {Promise<boolean>}
 */
export async function runFaults(args) {
  const { seed, presses, only } = optionsOf(args);
  const env = {
    ...(seed && { FAULTS_SEED: seed }),
    ...(presses && { FAULTS_PRESSES: presses }),
  };
  const jest = ['node_modules/jest/bin/jest.js', '-c', 'backend/test/faults/jest.config.mjs'];
  const cache = ['--cacheDirectory=node_modules/.cache/jest', '--verbose'];
  const command = [process.execPath, ...jest, ...cache, ...(only ? [only] : [])];
  const { ok } = await run(command, { env, live: true });
  return ok;
}

/** @param {string[]} args */
function optionsOf(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  try {
    return parseArgs({ args, options: { seed: text, presses: text, only: text } }).values;
  } catch {
    throw new Stop('Så här: npm run test:faults -- --seed=2026 --presses=500 --only=random');
  }
}
