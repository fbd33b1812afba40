import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../../../../infra/local/ports.mjs';
import { until } from '../../../support/wait-until.js';

const BACKEND = join(__dirname, '../../../..');
const HOOKS = ['kill-point.mjs', 'clock-shift.mjs', 'fault-switches.mjs']
  .map((name) => `--import ${pathToFileURL(join(__dirname, name)).href}`)
  .join(' ');
const READY_MS = 20_000;

export type KillPoint =
  | 'resq:press:before-commit'
  | 'resq:press:after-commit'
  | 'resq:pump:before-emit'
  | 'resq:escalation:claimed'
  | `resq:job:${'before' | 'after'}:${string}`;

/** The gauges of a node since the last request. */
export interface Gauges {
  queries: number;
  /** The largest number of callers that waited for a database connection at once. */
  waiting: number;
  /** The delay of its event loop in milliseconds. */
  loopMs: { p99: number; worst: number };
  /** Measured after a garbage collection. */
  residentBytes: number;
}

interface LogLine {
  level: number;
  msg?: string;
  err?: { message: string };
}

/** A node of a built backend, in a process of its own that a test can kill and freeze. */
export class FaultNode {
  readonly log: LogLine[] = [];
  /** The backend folder with the build that the next start runs. */
  backend = BACKEND;
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    /** Environment variables, read at every start. */
    readonly env: Record<string, string>,
  ) {}

  static async create(env: Record<string, string>): Promise<FaultNode> {
    return new FaultNode(await freePort(), env);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get isAlive(): boolean {
    const { child } = this;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Log lines of fatal errors and of unhandled rejections. */
  get crashes(): LogLine[] {
    return this.log.filter(({ level, msg }) => level >= 60 || msg === 'unhandled rejection');
  }

  /** @param killAt the point at which the node is killed; with `#n`, when passed the n-th time */
  async start(killAt?: KillPoint | `${KillPoint}#${number}`): Promise<void> {
    this.spawn(killAt);
    await this.untilReady();
  }

  /** Starts the process and does not wait until it is ready, as its services may be missing. */
  spawn(killAt = ''): void {
    const child = spawn(process.execPath, [join(this.backend, 'dist/main.js')], {
      cwd: this.backend,
      env: {
        PATH: process.env['PATH'],
        ...this.env,
        // A build before the second role migrates with its one address.
        ...(this.backend !== BACKEND && { DATABASE_URL: this.env['DATABASE_OWNER_URL'] }),
        PORT: String(this.port),
        LOG_LEVEL: 'info',
        NODE_OPTIONS: HOOKS,
        RESQ_KILL_AT: killAt,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    let rest = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      this.log.push(...lines.flatMap(parse));
    });
    this.child = child;
  }

  untilReady(limitMs = READY_MS): Promise<void> {
    return until(`${this.url} is ready`, limitMs, async () => {
      if (!this.isAlive) throw new Error(`the node ended: ${JSON.stringify(this.log.slice(-3))}`);
      return (await this.health()) === 200;
    });
  }

  /** @returns the HTTP status of its readiness; 0 when nothing answers */
  async health(): Promise<number> {
    const answer = fetch(`${this.url}/api/health/ready`, { signal: AbortSignal.timeout(5_000) });
    return answer.then(({ status }) => status).catch(() => 0);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!this.isAlive || !this.child) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }

  /** Resolves when a kill point has ended the process. */
  async died(): Promise<void> {
    if (this.isAlive && this.child) await once(this.child, 'exit');
  }

  /** Sets whether the node discards every NOTIFY that it receives. */
  async setNotifyLost(notifyLost: boolean): Promise<void> {
    await this.setSwitches({ notifyLost });
  }

  /** Sets the machine's time of day for the node, by a difference to the real one. */
  async setClockShift(clockShiftMs: number): Promise<void> {
    await this.setSwitches({ clockShiftMs });
  }

  gauges(): Promise<Gauges> {
    return this.setSwitches({});
  }

  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  private async setSwitches(switches: object): Promise<Gauges> {
    if (!this.child) throw new Error('the node was not started');
    const answer = once(this.child, 'message') as Promise<[Gauges]>;
    this.child.send(switches);
    return (await answer)[0];
  }
}

/** A line that is not JSON comes from a crash, so it counts as a fatal error. */
function parse(line: string): LogLine[] {
  if (line === '') return [];
  try {
    return [JSON.parse(line) as LogLine];
  } catch {
    return [{ level: 60, msg: line }];
  }
}
