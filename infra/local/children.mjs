// @ts-check
import { spawn } from 'node:child_process';
import { repository } from './repository.mjs';

/**
 * @typedef {object} Options
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [live] shown while it runs, instead of kept for when it fails
 * @property {number} [limitMs] ended when it takes longer
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill()));

/**
 * Runs a program in the repository; it ends with us.
 * @param {string[]} command
 * @param {Options} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function run([program = '', ...args], { env = {}, live = false, limitMs } = {}) {
  const child = spawn(program, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return new Promise((resolve) => {
    const timer = limitMs && setTimeout(() => child.kill(), limitMs);
    const end = (/** @type {boolean} */ ok) => {
      clearTimeout(timer || undefined);
      children.delete(child);
      resolve({ ok, output: output.trim() });
    };
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/**
 * The npm that started us, so that no other one from the PATH mixes in.
 * @param {...string} args
 */
export function npm(...args) {
  const cli = process.env.npm_execpath ?? '';
  return cli.endsWith('npm-cli.js') ? [process.execPath, cli, ...args] : ['npm', ...args];
}
