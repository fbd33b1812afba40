// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endChildren, npm, run } from './children.mjs';
import { install } from './install.mjs';
import { atEnd, live } from './lifecycle.mjs';
import { begin, repository } from './repository.mjs';
import { Stop, step } from './say.mjs';

const folder = join(repository, 'infra/mutation');

/**
 * Changes the server's rules in many small ways, and lists the changes that no pure test notices. The
 * arguments go to Stryker, such as `--mutate src/modules/alarms/model/press.ts`.
 */
await live(async () => {
  begin();
  atEnd(endChildren);
  await install();
  await installStryker();
  const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const config = join(folder, 'stryker.config.mjs');
  const command = ['node', stryker, 'run', config, ...process.argv.slice(2)];
  // Stryker mutates a copy of the folder in which it runs.
  const { ok } = await run(npm('exec', '--workspace=backend', '--', ...command), { live: true });
  return ok ? 0 : 1;
});

async function installStryker() {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  await step('Installing Stryker', async () => {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    const { ok, output } = await run(npm('ci', '--prefix', folder, ...flags));
    if (!ok) throw new Stop(`${output}\nStryker could not be installed.`);
  });
}
