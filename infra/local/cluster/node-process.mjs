// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../ports.mjs';
import { repository } from '../repository.mjs';
import { Stop } from '../say.mjs';

/**
 * @typedef {{ level: number, msg?: string, nodeId?: string, err?: { message: string, code?: string } }} LogLine
 * @typedef {object} Start
 * @property {string[]} [flags] of Node.js
 * @property {NodeJS.ProcessEnv} [env] in addition to the node's own
 * @property {boolean} [detached] keeps the terminal's Ctrl-C from the process
 */

const POLL_MS = 10;
/** A node that starts takes a second; beside endless builds it has taken half a minute. */
const READY_MS = 120_000;
const ANSWER_MS = 5_000;

/** A node of the built backend in a process of its own, which can be killed, frozen and restarted. */
export class NodeProcess {
  /** @type {LogLine[]} */
  log = [];
  /** The folder with the build that the next start runs. */
  backend = join(repository, 'backend');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  child;

  /**
   * @param {number} port a worker serves its health there
   * @param {Record<string, string>} env read at every start
   */
  constructor(port, env) {
    this.port = port;
    this.env = env;
  }

  /** @param {Record<string, string>} env */
  static async create(env) {
    return new this(await freePort(), env);
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The port of `/metrics`. A worker serves its health there as well. */
  get metricsPort() {
    return this.env.ROLE === 'worker' ? this.port : Number(this.env.METRICS_PORT);
  }

  get isAlive() {
    const { child } = this;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Starts the process and does not wait until it is ready. @param {Start} [options] */
  launch({ flags = [], env = {}, detached = false } = {}) {
    const port = String(this.port);
    const child = spawn(process.execPath, [...flags, join(this.backend, 'dist/main.js')], {
      cwd: this.backend,
      env: {
        PATH: process.env.PATH,
        ...this.env,
        ...(this.env.ROLE === 'worker' ? { METRICS_PORT: port } : { PORT: port }),
        LOG_LEVEL: 'info',
        ...env,
      },
      detached,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    let rest = '';
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      this.log.push(...lines.flatMap(parse));
    });
    this.child = child;
    return child;
  }

  /** @throws {Stop} when the process ends, or is not ready in time */
  async untilReady(limitMs = READY_MS) {
    for (const end = Date.now() + limitMs; (await this.health()) !== 200; await sleep(POLL_MS)) {
      const last = () => JSON.stringify(this.log.slice(-3));
      if (!this.isAlive) throw new Stop(`the node ended: ${last()}`);
      if (Date.now() > end) throw new Stop(`${this.url} is not ready: ${last()}`);
    }
  }

  /** @returns {Promise<number>} the HTTP status of its readiness; 0 when nothing answers */
  async health() {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = fetch(`${this.url}/api/health/ready`, { signal });
    return answer.then(({ status }) => status).catch(() => 0);
  }

  /** @param {NodeJS.Signals} signal */
  async kill(signal = 'SIGKILL') {
    if (!this.isAlive || !this.child) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }

  freeze() {
    this.child?.kill('SIGSTOP');
  }

  thaw() {
    this.child?.kill('SIGCONT');
  }
}

/**
 * A line that is not JSON comes from a crash, so it counts as a fatal error.
 * @param {string} line
 * @returns {LogLine[]}
 */
function parse(line) {
  if (line === '') return [];
  try {
    return [/** @type {LogLine} */ (JSON.parse(line))];
  } catch {
    return [{ level: 60, msg: line }];
  }
}
