import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NodeProcess, type LogLine } from '../../../../../infra/local/cluster/node-process.mjs';

const BACKEND = join(__dirname, '../../../..');
const HOOKS = ['kill-point.mjs', 'clock-shift.mjs', 'fault-switches.mjs']
  .map((name) => `--import ${pathToFileURL(join(__dirname, name)).href}`)
  .join(' ');

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

/** A node that a test can break at chosen points and by switches. */
export class FaultNode extends NodeProcess {
  static override async create(env: Record<string, string>): Promise<FaultNode> {
    return (await super.create(env)) as FaultNode;
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
    this.launch({
      env: {
        // A build before the second role migrates with its one address.
        ...(this.backend !== BACKEND && { DATABASE_URL: this.env['DATABASE_OWNER_URL'] }),
        NODE_OPTIONS: HOOKS,
        RESQ_KILL_AT: killAt,
      },
    });
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

  private async setSwitches(switches: object): Promise<Gauges> {
    if (!this.child) throw new Error('the node was not started');
    const answer = once(this.child, 'message') as Promise<[Gauges]>;
    this.child.send(switches);
    return (await answer)[0];
  }
}
