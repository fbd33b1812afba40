import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../infra/local/cluster/run.mjs', import.meta.url));
const START_MS = 180_000;
const RESTART_MS = 60_000;
const POLL_MS = 50;

/** `npm run cluster` on a temporary database. Its state is read from what it prints. */
export class RunningCluster {
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'resq-cluster-'));
  private readonly child: ChildProcess;
  private output = '';

  private constructor(private readonly port: number) {
    chmodSync(this.dataDir, 0o755);
    const { DATABASE_URL: _, ...env } = process.env;
    this.child = spawn(process.execPath, [COMMAND], {
      env: { ...env, PORT: String(port), DATA_DIR: this.dataDir, DEMO: 'on', RATE_LIMITS: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  static async start(port: number): Promise<RunningCluster> {
    const cluster = new RunningCluster(port);
    await cluster.prints(/^Stop with Ctrl-C/m, 0, START_MS);
    return cluster;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** @returns the name of the node that the user is connected to, such as `node 2` */
  async nodeOf(name: string): Promise<string> {
    const line = new RegExp(`^${name}@resq\\.example is on (.+)$`, 'gm');
    await this.prints(new RegExp(line.source, 'm'), 0, RESTART_MS);
    return [...this.output.matchAll(line)].at(-1)?.[1] ?? '';
  }

  /** Stops a node as a supervisor does. @returns when it is ready again */
  async restart(node: string): Promise<void> {
    const from = this.output.length;
    const starts = new RegExp(`${node}(?:: \\S+,| is ready:) process (\\d+)`, 'g');
    const pid = Number([...this.output.matchAll(starts)].at(-1)?.[1]);
    process.kill(pid, 'SIGTERM');
    await this.prints(new RegExp(`^${node} is ready: process`, 'm'), from, RESTART_MS);
  }

  /** Ends it as Ctrl-C does. @returns its exit code */
  async stop(): Promise<number | null> {
    const ended = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill('SIGINT');
    const [code] = await ended;
    rmSync(this.dataDir, { recursive: true, force: true });
    return code;
  }

  private async prints(pattern: RegExp, from: number, limitMs: number): Promise<void> {
    for (const end = Date.now() + limitMs; !pattern.test(this.output.slice(from));) {
      if (Date.now() < end && this.child.exitCode === null) await pause(POLL_MS);
      else throw new Error(`the cluster did not print ${pattern.source}:\n${this.output}`);
    }
  }
}
