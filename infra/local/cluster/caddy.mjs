// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from '../repository.mjs';
import { Stop } from '../say.mjs';

const CONFIG = join(repository, 'infra/proxy/Caddyfile');
const READY_MS = 10_000;
const POLL_MS = 20;

/** The proxy with the configuration of production, in front of nodes on this machine. */
export class Caddy {
  /**
   * @param {string} url
   * @param {import('node:child_process').ChildProcess} child
   * @param {string} home
   */
  constructor(url, child, home) {
    this.url = url;
    this.child = child;
    this.home = home;
  }

  /**
   * @param {number[]} ports of the nodes, one of which is ready
   * @param {string} url
   * @param {{ detached?: boolean }} [options] keeps the terminal's Ctrl-C from it
   * @throws {Stop} when it does not answer in time
   */
  static async before(ports, url, { detached = false } = {}) {
    const home = mkdtempSync(join(tmpdir(), 'resq-caddy-'));
    const env = {
      HOME: home,
      PATH: process.env.PATH,
      PUBLIC_URL: url,
      // A demo's passwords are published, so nobody else may reach it.
      LISTEN_HOST: '127.0.0.1',
      RESQ_NODES: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    };
    const args = ['run', '--config', CONFIG, '--adapter', 'caddyfile'];
    const child = spawn('caddy', args, { env, stdio: 'ignore', detached });
    let failure = '';
    child.once('error', ({ message }) => (failure = message));
    const caddy = new Caddy(url, child, home);
    for (const end = Date.now() + READY_MS; !(await caddy.answers()); await sleep(POLL_MS)) {
      if (failure === '' && child.exitCode === null && Date.now() < end) continue;
      await caddy.stop();
      throw new Stop(`The proxy does not start ${failure}: caddy ${args.join(' ')}`);
    }
    return caddy;
  }

  answers() {
    const signal = AbortSignal.timeout(READY_MS);
    const answer = fetch(`${this.url}/api/health/ready`, { signal });
    return answer.then(({ ok }) => ok).catch(() => false);
  }

  async stop() {
    const { pid, exitCode, signalCode } = this.child;
    if (pid !== undefined && exitCode === null && signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.home, { recursive: true, force: true });
  }
}
