// @ts-check
import { build } from './build.mjs';
import { endChildren } from './children.mjs';
import { runFaults } from './faults.mjs';
import { install } from './install.mjs';
import { atEnd, live } from './lifecycle.mjs';
import { ensureSystemPackages } from './needs.mjs';
import { begin } from './repository.mjs';

/** Breaks everything an alarm needs, in every way the design names, and some at random. */
await live(async () => {
  begin();
  atEnd(endChildren);
  await install();
  await ensureSystemPackages({ redis: true, browser: true });
  await build();
  return (await runFaults(process.argv.slice(2))) ? 0 : 1;
});
