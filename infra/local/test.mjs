// @ts-check
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { endChildren, npm, run } from './children.mjs';
import { install } from './install.mjs';
import { atEnd, live } from './lifecycle.mjs';
import { ensureSystemPackages } from './needs.mjs';
import { programsIn } from './processes.mjs';
import { begin } from './repository.mjs';
import { Stop, say } from './say.mjs';
import { countsOf, failuresOf, sentence } from './test-counts.mjs';

const SUITES = ['backend', 'frontend', 'e2e'];

await live(async () => {
  begin();
  const [chosen, ...parts] = process.argv.slice(2);
  if (chosen && !SUITES.includes(chosen)) throw new Stop(`Choose one of: ${SUITES.join(', ')}`);
  const suites = chosen ? [chosen] : SUITES;
  await ensureSystemPackages({
    redis: suites.includes('backend'),
    browser: suites.includes('e2e'),
  });
  await install();
  await build();
  return runAll(suites, parts);
});

/**
 * @param {string[]} suites
 * @param {string[]} parts as in `commandOf`
 */
async function runAll(suites, parts) {
  const dir = temporaryDir();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const failures = [];
  for (const suite of suites) {
    const since = Date.now();
    const results = join(dir, `${suite}.json`);
    const { command, env } = commandOf(suite, results, parts);
    const { ok } = await run(command, {
      env: { TMPDIR: dir, ...env },
      live: true,
    });
    const counts = countsOf(results, ok);
    lines.push(`${suite}: ${sentence(counts)} (${Math.round((Date.now() - since) / 1000)} s)`);
    failures.push(...failuresOf(results));
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  say();
  failures.forEach((test) => say(`✗ ${test}`));
  lines.forEach((line) => say(line));
  say(sentence(total));
  return total.failed === 0 ? 0 : 1;
}

/**
 * @param {string} suite
 * @param {string} results
 * @param {string[]} parts words of the paths of the test files to run, all without a word; for the
 *   backend also of the names of tests
 * @returns {{ command: string[], env: Record<string, string> }}
 */
function commandOf(suite, results, parts) {
  if (suite === 'e2e') {
    const command = npm('exec', '--workspace=frontend', '--', 'playwright', 'test');
    command.push('--reporter=list,json', ...parts);
    return { command, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: results } };
  }
  const flags = {
    backend: ['--json', `--outputFile=${results}`, '--cacheDirectory=../node_modules/.cache/jest'],
    frontend: ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
  }[suite];
  const command = npm('run', 'test', `--workspace=${suite}`, '--', ...(flags ?? []));
  if (suite === 'frontend') return { command: [...command, ...parts], env: {} };
  // A test's full name begins with the path of its file, so one pattern fits both.
  if (parts.length > 0) command.push(`--testNamePattern=${parts.join('|')}`);
  return { command, env: { TEST_PARTS: parts.join('\n') } };
}

/**
 * Creates a folder for all temporary files of the suites. At the end it is removed, and databases
 * that an interrupted suite left running in it are killed.
 * @returns {string}
 */
function temporaryDir() {
  const dir = mkdtempSync(join(tmpdir(), 'resq-'));
  // As root, the embedded PostgreSQL runs as another user, who must be able to enter.
  chmodSync(dir, 0o711);
  atEnd(async () => {
    await endChildren();
    for (const program of ['postgres', 'redis-server']) {
      for (const pid of programsIn(program, (cwd) => cwd.startsWith(dir))) kill(pid);
    }
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  return dir;
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}
