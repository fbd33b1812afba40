import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../infra/local/ports.mjs';
import { until } from '../../../support/wait-until.js';
import type { Cluster } from './cluster.js';

const CADDYFILE = join(__dirname, '../../../../../infra/proxy/Caddyfile');
const READY_MS = 10_000;

/** Whether the proxy's program is installed; the tests install no packages for it. */
export const hasCaddy = spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0;

/** The proxy of `infra/proxy` in front of all nodes, with the configuration of production. */
export class Caddy {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly home: string,
  ) {}

  static async before({ nodes }: Cluster): Promise<Caddy> {
    const url = `http://localhost:${await freePort()}`;
    const home = mkdtempSync(join(tmpdir(), 'resq-caddy-'));
    const env = {
      HOME: home,
      PATH: process.env['PATH'],
      PUBLIC_URL: url,
      RESQ_NODES: nodes.map(({ port }) => `127.0.0.1:${port}`).join(' '),
    };
    const args = ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'];
    const caddy = new Caddy(url, spawn('caddy', args, { env, stdio: 'ignore' }), home);
    await until('the proxy answers', READY_MS, async () => {
      const answer = fetch(`${url}/api/health/ready`).then(({ ok }) => ok);
      return answer.catch(() => false);
    });
    return caddy;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.home, { recursive: true, force: true });
  }
}
