// @ts-check
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endChildren, npm, run } from '../children.mjs';
import { receive } from './events.mjs';
import { showProgress } from './progress.mjs';
import { endProcesses } from './run-processes.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

export const SUITES = ['backend', 'frontend', 'e2e'];

const LOOK_MS = 1_000;
/**
 * A suite in which no test finishes for this long is ended. The longest test of a browser may take 8
 * minutes, and its hooks 5 more.
 */
const SILENCE_MS = 20 * 60_000;

/**
 * Runs a suite and counts its tests while they finish. A suite that crashed, was ended or ran nothing
 * counts as one failure.
 * @param {string} suite
 * @param {string[]} parts words of the paths of the test files to run, all without a word; for the
 *   backend also of the names of tests
 * @param {string} folder of the run
 * @returns {Promise<{ counts: Counts, failures: string[], line: string }>}
 */
export async function runSuite(suite, parts, folder) {
  const { command, env } = commandOf(suite, parts);
  const file = join(folder, `${suite}.jsonl`);
  const events = receive(file);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  const seen = new Set();
  const missing = new Set(parts.filter((part) => !part.startsWith('-')));
  let files = 0;
  let silentMs = 0;
  let isEnded = false;
  const since = Date.now();
  const seconds = () => `${Math.round((Date.now() - since) / 1000)} s`;

  const progress = showProgress(
    () => `${suite}: ${sentence(counts)}, ${seen.size} of ${files} files, ${seconds()}`,
  );
  const count = () => {
    for (const event of events()) {
      silentMs = 0;
      if ('files' in event) {
        files = event.files;
        continue;
      }
      counts[event.result] += 1;
      seen.add(event.file);
      if (event.result !== 'skipped') {
        const text = `${event.file} ${event.test}`;
        missing.forEach((part) => patternOf(part).test(text) && missing.delete(part));
      }
      if (event.result !== 'failed') continue;
      failures.push(`${event.file}: ${event.test}`);
      // A run that is interrupted prints no list at its end.
      progress.print(`failed: ${failures.at(-1)}\n`);
    }
  };
  // It adds up its own steps, because a suspended machine is not a silent suite.
  const timer = setInterval(() => {
    silentMs += LOOK_MS;
    count();
    if (silentMs < SILENCE_MS || isEnded) return;
    isEnded = true;
    void endChildren();
  }, LOOK_MS);
  const { ok, output } = await run(command, {
    env: { ...env, ...colours(), TEST_EVENTS: file },
    onOutput: progress.print,
  });
  clearInterval(timer);
  count();
  progress.print(output);
  const left = await endProcesses(folder);
  if (left.length > 0) progress.print(`${suite} left processes behind: ${left.join(', ')}\n`);
  progress.end();

  // Runners report the tests outside of a part as skipped.
  if (parts.length > 0) counts.skipped = 0;
  const problem = problemOf(counts, { ok, isEnded, missing });
  if (problem) {
    counts.failed += 1;
    failures.push(`${suite}: ${problem}`);
  }
  return { counts, failures, line: `${suite}: ${sentence(counts)} (${seconds()})` };
}

/**
 * Runners also take a part as a pattern, and Playwright a path with a line.
 * @param {string} part
 */
function patternOf(part) {
  return new RegExp(part.replace(/:\d+$/, ''), 'i');
}

/** @param {Counts} counts */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {Counts} counts
 * @param {{ ok: boolean, isEnded: boolean, missing: Set<string> }} end
 * @returns {string | undefined} a failure of the suite that is not a failure of a test
 */
function problemOf({ passed, failed }, { ok, isEnded, missing }) {
  if (isEnded) return `ended after ${SILENCE_MS / 60_000} min without a finished test`;
  if (passed + failed === 0) return 'no test ran';
  if (missing.size > 0) return `no test ran for ${[...missing].join(', ')}`;
  return !ok && failed === 0 ? 'failed outside of its tests' : undefined;
}

/**
 * @param {string} suite
 * @param {string[]} parts as in `runSuite`
 * @returns {{ command: string[], env?: Record<string, string> }}
 */
function commandOf(suite, parts) {
  if (suite === 'e2e') {
    const flags = [`--reporter=dot,${reporter('playwright')}`];
    const command = ['exec', '--workspace=frontend', '--', 'playwright', 'test', ...flags];
    return { command: npm(...command, ...parts) };
  }
  const command = npm('run', 'test', `--workspace=${suite}`, '--');
  if (suite === 'frontend') {
    const flags = ['--reporter=minimal', `--reporter=${reporter('vitest')}`];
    return { command: [...command, ...flags, ...parts] };
  }
  const flags = ['--reporters=default', `--reporters=${reporter('jest')}`];
  flags.push('--cacheDirectory=../node_modules/.cache/jest');
  // A test's full name begins with the path of its file, so one pattern fits both.
  if (parts.length > 0) flags.push(`--testNamePattern=${parts.join('|')}`);
  return { command: [...command, ...flags], env: { TEST_PARTS: parts.join('\n') } };
}

/** @param {string} runner */
function reporter(runner) {
  return fileURLToPath(new URL(`${runner}-reporter.mjs`, import.meta.url));
}

/** The output passes through this process, so a runner cannot see the terminal. */
function colours() {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
}
