// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { endChildren, run } from './children.mjs';
import { install } from './install.mjs';
import { atEnd, live } from './lifecycle.mjs';
import { begin, repository } from './repository.mjs';
import { say } from './say.mjs';

/** @typedef {{ ok: boolean, output: string }} Outcome */

const AT_ONCE = 2;

/** @param {...string} command */
const node = (...command) => run([process.execPath, ...command]);
/** @param {string} project */
const types = (project) => node('node_modules/typescript/bin/tsc', '-p', project);

/**
 * The slowest come first, so that no long step starts last.
 * @type {[string, () => Promise<Outcome>][]}
 */
const STEPS = [
  ['eslint', () => node('node_modules/eslint/bin/eslint.js', '.', '--max-warnings=0')],
  ['types: backend', () => types('backend')],
  ['types: frontend', () => types('frontend')],
  ['types: service worker', () => types('frontend/src/service-worker')],
  ['types: e2e', () => types('frontend/e2e')],
  ['types: infra/local', () => types('infra/local')],
  ['types: infra/bench/plain-app', () => types('infra/bench/plain-app')],
  ['prettier', () => node('node_modules/prettier/bin/prettier.cjs', '--check', '.')],
  ['API document', lintApi],
  ['docs/events.md', () => node('backend/openapi/events.mjs')],
  ['size', () => node('infra/local/check-size.mjs')],
  ['comments', () => node('infra/local/check-comments.mjs')],
  ['links', () => node('infra/local/check-links.mjs')],
  ['proofs of security', () => node('infra/local/check-security.mjs')],
  ['drawing', () => node('infra/lint/check-drawing.mjs')],
  ['manifests', () => node('infra/local/check-manifests.mjs')],
  ['migrations', () => node('infra/local/check-migrations.mjs')],
  ['commits', () => node('infra/local/check-commits.mjs')],
  ['package-lock.json', checkLock],
];

await live(async () => {
  begin();
  atEnd(endChildren);
  await install();
  await build();
  const waiting = [...STEPS];
  let failures = 0;
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!(await checked(...next))) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  say(failures === 0 ? 'All checks passed.' : `${failures} of ${STEPS.length} checks failed.`);
  return failures === 0 ? 0 : 1;
});

/**
 * @param {string} name
 * @param {() => Promise<Outcome>} check
 */
async function checked(name, check) {
  const since = Date.now();
  const { ok, output } = await check().catch(failed);
  say(`${ok ? '✓' : '✗'} ${name} ${((Date.now() - since) / 1000).toFixed(1)} s`);
  if (!ok) say(output);
  return ok;
}

/** @type {(error: unknown) => Outcome} */
function failed(error) {
  return { ok: false, output: String(error) };
}

/** Checks the document that the build has made by the rules of the trade. */
function lintApi() {
  const cli = 'node_modules/@redocly/cli/bin/cli.js';
  const config = '--config=backend/openapi/redocly.yaml';
  return node(cli, 'lint', config, 'backend/dist/openapi.json', '--max-problems=20');
}

/** A registry address in the lock file would send every install to its author's registry. */
function checkLock() {
  const lock = readFileSync(join(repository, 'package-lock.json'), 'utf8');
  const addresses = lock.split('\n').filter((line) => /"resolved": "[a-z+]+:/.test(line));
  const output = addresses.slice(0, 5).join('\n');
  return Promise.resolve({ ok: addresses.length === 0, output });
}
