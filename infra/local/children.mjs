// @ts-check
import { spawn } from 'node:child_process';
import { isFinishing } from './lifecycle.mjs';
import { until } from './processes.mjs';
import { repository } from './repository.mjs';

/**
 * @typedef {object} Options
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [live] shows the output at once instead of returning it
 * @property {(text: string) => void} [onOutput] receives the output instead
 */

/** @typedef {import('node:child_process').ChildProcess} Child */

const END_MS = 8_000;
/** The rest of a program's output is read for this long after its end. */
const REST_MS = 2_000;

/** @type {Set<Child>} */
const children = new Set();
process.on('exit', () => children.forEach((child) => signal(child, 'SIGINT')));

/**
 * Runs a program in the repository's root. It ends when this process ends.
 * @param {string[]} command
 * @param {Options} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function run([program = '', ...args], { env = {}, live = false, onOutput } = {}) {
  const child = spawn(program, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // Signals go to a group of its own, because shells in between do not forward them.
    detached: true,
  });
  children.add(child);
  let output = '';
  const collect = onOutput ?? ((/** @type {string} */ text) => (output += text));
  child.stdout?.setEncoding('utf8').on('data', collect);
  child.stderr?.setEncoding('utf8').on('data', collect);
  return new Promise((resolve) => {
    const end = (/** @type {boolean} */ ok) => {
      children.delete(child);
      // A command that ends must not go on with its next program.
      if (!isFinishing()) resolve({ ok, output: output.trim() });
    };
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
    // A process that the program left behind may hold the output open.
    child.once('exit', (code) => setTimeout(end, REST_MS, code === 0));
  });
}

/** Ends the running programs with SIGINT, because test runners clean up at no other signal. */
export async function endChildren() {
  children.forEach((child) => signal(child, 'SIGINT'));
  if (await until(() => children.size === 0, END_MS)) return;
  children.forEach((child) => signal(child, 'SIGKILL'));
}

/**
 * Returns a command for the npm that started this process. The PATH may hold another version.
 * @param {...string} args
 */
export function npm(...args) {
  const cli = process.env.npm_execpath ?? '';
  return cli.endsWith('npm-cli.js') ? [process.execPath, cli, ...args] : ['npm', ...args];
}

/**
 * @param {Child} child
 * @param {NodeJS.Signals} name
 */
function signal({ pid }, name) {
  try {
    if (pid) process.kill(-pid, name);
  } catch {
    // The program has ended already.
  }
}
