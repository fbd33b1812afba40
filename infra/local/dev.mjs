// @ts-check
import { build } from './build.mjs';
import { endChildren, npm, run } from './children.mjs';
import { takeDataDir, useEmbedded } from './embedded.mjs';
import { install } from './install.mjs';
import { atEnd, finish, live } from './lifecycle.mjs';
import { begin } from './repository.mjs';
import { say } from './say.mjs';

await live(
  async () => {
    begin();
    const own = process.env.DATABASE_URL ? undefined : takeDataDir();
    await install();
    await build();
    if (own) await useEmbedded(own.dataDir);
    atEnd(endChildren);
    say('Open the pages at the address that Vite prints. Stop with Ctrl-C.');
    watch(npm('run', 'build', '--workspace=backend', '--', '--watch'));
    watch([process.execPath, '--watch', '--watch-path=backend/dist', 'backend/dist/main.js']);
    watch(npm('run', 'dev', '--workspace=frontend'));
  },
  { atSignal: 0 },
);

/**
 * Runs a command and ends all of them when it ends: half a development server is misleading.
 * @param {string[]} command
 */
function watch(command) {
  void run(command, { live: true }).then(() => finish(1));
}
