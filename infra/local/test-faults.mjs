// @ts-check
import { build } from './build.mjs';
import { runFaults } from './faults.mjs';
import { install } from './install.mjs';
import { live } from './lifecycle.mjs';
import { ensureSystemPackages } from './needs.mjs';
import { beginTests } from './repository.mjs';
import { openRunFolder } from './tests/run-folder.mjs';

/** Runs the fault tests alone. */
await live(async () => {
  beginTests();
  openRunFolder();
  await ensureSystemPackages({ redis: true, browser: true });
  await install();
  await build();
  return (await runFaults(process.argv.slice(2))) ? 0 : 1;
});
