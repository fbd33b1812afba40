// @ts-check
import { endChildren } from './children.mjs';
import { install } from './install.mjs';
import { atEnd, live } from './lifecycle.mjs';
import { runMutations } from './mutations.mjs';
import { beginTests } from './repository.mjs';

/** Runs the mutation tests alone. */
await live(async () => {
  beginTests();
  atEnd(endChildren);
  await install();
  return (await runMutations(process.argv.slice(2))) ? 0 : 1;
});
