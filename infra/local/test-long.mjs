// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { npm, run } from './children.mjs';
import { runFaults } from './faults.mjs';
import { install } from './install.mjs';
import { live } from './lifecycle.mjs';
import { runMutations } from './mutations.mjs';
import { ensureSystemPackages } from './needs.mjs';
import { beginTests, repository } from './repository.mjs';
import { Stop, say, step } from './say.mjs';
import { runKills } from './tests/kills.mjs';
import { openRunFolder } from './tests/run-folder.mjs';

/** Runs the tests that take too long for every change. */
await live(async () => {
  beginTests();
  openRunFolder();
  await ensureSystemPackages({ redis: true, browser: true, proxy: true, engines: true });
  await install();
  await build();
  const hours = await hoursOfATab();
  const stories = await longStories();
  const cluster = await clusterStories();
  const everywhere = await engines();
  const fast = await lighthouse();
  const isWellDescribed = await spectral();
  const isDeployable = await manifests();
  const isPaged = await pages();
  const areNoticed = await runMutations([]);
  const safe = await runFaults([]);
  const leavesNothing = await runKills();
  const all = [hours, stories, cluster, everywhere, fast, isWellDescribed, isDeployable];
  return [...all, isPaged, areNoticed, safe, leavesNothing].every(Boolean) ? 0 : 1;
});

/** Lets a tab live through half a day of sleep, lost networks and lost sound, from a seed that is printed. */
async function hoursOfATab() {
  const command = npm(
    'exec',
    '--workspace=frontend',
    '--',
    'vitest',
    'run',
    'src/app/hour-of-a-tab.test.tsx',
  );
  const env = { HOURS: '12', SEED: String(Date.now() % 1_000_000) };
  const { ok } = await run(command, { env, live: true });
  return ok;
}

/** Runs the browser tests that take long, most of them because they wait in real time. */
async function longStories() {
  const command = npm(
    'exec',
    '--workspace=frontend',
    '--',
    'playwright',
    'test',
    '--grep',
    '@long',
  );
  const { ok } = await run(command, { env: { E2E_LONG: 'on' }, live: true });
  return ok;
}

/** Runs the browser tests that restart the nodes of `npm run cluster`. */
async function clusterStories() {
  const config = '--config=e2e/cluster/playwright.config.ts';
  const command = npm('exec', '--workspace=frontend', '--', 'playwright', 'test', config);
  const { ok } = await run(command, { live: true });
  return ok;
}

/** Runs the story of two neighbours in Chromium, Firefox and WebKit. */
async function engines() {
  const folder = await installPackagesOf('engines');
  const { ok } = await run([process.execPath, join(folder, 'run.mjs')], { live: true });
  return ok;
}

async function lighthouse() {
  const folder = await installPackagesOf('lighthouse');
  say('Lighthouse, mobile, three runs per page:');
  const { ok } = await run([process.execPath, join(folder, 'measure.mjs')], { live: true });
  return ok;
}

/** Checks the API document by the rules that Spectral recommends; any finding fails. */
async function spectral() {
  const folder = await installPackagesOf('spectral');
  const cli = join(folder, 'node_modules/@stoplight/spectral-cli/dist/index.js');
  const flags = ['lint', 'backend/dist/openapi.json', '--fail-severity=hint'];
  const ruleset = `--ruleset=${join(folder, 'ruleset.yaml')}`;
  const { ok } = await run([process.execPath, cli, ...flags, ruleset], { live: true });
  return ok;
}

/** Lets others' tools read what is run elsewhere: manifests, workflows and docker-compose.yml. */
async function manifests() {
  const folder = await installPackagesOf('manifests');
  const scripts = [join(folder, 'check.mjs'), join(folder, 'workflows.mjs')];
  let areAccepted = true;
  for (const script of [...scripts, 'infra/local/check-compose.mjs']) {
    const { ok } = await run([process.execPath, script], { live: true });
    areAccepted &&= ok;
  }
  return areAccepted;
}

/** Breaks parts of a cluster beside a real Prometheus, and checks who is paged. */
async function pages() {
  const { ok } = await run([process.execPath, 'infra/local/test-pages.mjs'], { live: true });
  return ok;
}

/**
 * Installs the packages of a tool that few need, once.
 * @param {string} name of its folder in `infra`
 * @returns the folder
 */
async function installPackagesOf(name) {
  const folder = join(repository, 'infra', name);
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder;
  await step(`Installing the packages of infra/${name}`, async () => {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    const { ok, output } = await run(npm('ci', '--prefix', folder, ...flags));
    if (!ok) throw new Stop(`${output}\nThe packages of infra/${name} could not be installed.`);
  });
  return folder;
}
