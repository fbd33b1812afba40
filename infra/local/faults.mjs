// @ts-check
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './children.mjs';
import { reportOf } from './faults-report.mjs';
import { Stop, say } from './say.mjs';

/**
 * Runs the fault tests and the seeded random schedules on built nodes, then prints the tables of
 * docs/reliability.md.
 * @param {string[]} args such as `--seed=2026 --presses=500 --only=random`;
 *   `--minutes` is the length of `--only=fuzz.long`
 * @returns {Promise<boolean>}
 */
export async function runFaults(args) {
  const { seed, presses, only, minutes } = optionsOf(args);
  const folder = mkdtempSync(join(tmpdir(), 'resq-report-'));
  const report = join(folder, 'figures.jsonl');
  const env = {
    FAULTS_REPORT: report,
    ...(seed && { FAULTS_SEED: seed }),
    ...(presses && { FAULTS_PRESSES: presses }),
    ...(minutes && { FAULTS_MINUTES: minutes }),
  };
  const jest = ['node_modules/jest/bin/jest.js', '-c', 'backend/test/faults/jest.config.mjs'];
  // One file runs at a time, because the faults of another would distort its figures.
  const flags = ['--cacheDirectory=node_modules/.cache/jest', '--verbose', '--maxWorkers=1'];
  const command = [process.execPath, ...jest, ...flags, ...(only ? [only] : [])];
  const { ok } = await run(command, { env, live: true });
  say(`\n${reportOf(report)}`);
  return ok;
}

/** @param {string[]} args */
function optionsOf(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  try {
    const options = { seed: text, presses: text, only: text, minutes: text };
    return parseArgs({ args, options }).values;
  } catch {
    throw new Stop('Usage: npm run test:faults -- --seed=2026 --presses=500 --only=random');
  }
}
