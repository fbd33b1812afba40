// @ts-check
import { build } from './build.mjs';
import { endChildren } from './children.mjs';
import { runFaults } from './faults.mjs';
import { install } from './install.mjs';
import { atEnd, live } from './lifecycle.mjs';
import { ensureSystemPackages } from './needs.mjs';
import { begin } from './repository.mjs';

/** Runs the fault tests alone. */
await live(async () => {
  begin();
  atEnd(endChildren);
  await ensureSystemPackages({ redis: true, browser: true });
  await install();
  await build();
  return (await runFaults(process.argv.slice(2))) ? 0 : 1;
});
