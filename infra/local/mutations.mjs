// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npm, run } from './children.mjs';
import { repository } from './repository.mjs';
import { Stop, step } from './say.mjs';

const folder = join(repository, 'infra/mutation');
const HALVES = ['backend', 'frontend'];

/**
 * Changes the rules in many small ways, and lists the changes that no fast test notices.
 * @param {string[]} args none for all rules; or one half and arguments for Stryker, such as
 *   `backend --mutate src/modules/alarms/model/press.ts`
 * @returns {Promise<boolean>} false when more than one change in ten is not noticed
 */
export async function runMutations([chosen, ...args]) {
  if (chosen && !HALVES.includes(chosen)) throw new Stop(`Choose one of: ${HALVES.join(', ')}`);
  await installStryker();
  let areNoticed = true;
  for (const half of chosen ? [chosen] : HALVES) {
    const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
    const config = join(folder, `${half}.config.mjs`);
    const command = ['node', stryker, 'run', config, ...args];
    // Stryker mutates a copy of the folder in which it runs.
    const mutating = npm('exec', `--workspace=${half}`, '--', ...command);
    const { ok } = await run(mutating, { live: true });
    areNoticed &&= ok;
  }
  return areNoticed;
}

async function installStryker() {
  if (existsSync(join(folder, 'node_modules/@stryker-mutator/vitest-runner'))) return;
  await step('Installing Stryker', async () => {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    const { ok, output } = await run(npm('ci', '--prefix', folder, ...flags));
    if (!ok) throw new Stop(`${output}\nStryker could not be installed.`);
  });
}
