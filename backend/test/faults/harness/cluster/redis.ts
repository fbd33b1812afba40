import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { freePort } from '../../../../../infra/local/ports.mjs';
import { until } from '../../../support/wait-until.js';

const READY_MS = 5_000;

/** A Redis of the test's own, which can be killed, frozen and started empty at the same address. */
export class OwnRedis {
  private child: ChildProcess | undefined;

  private constructor(readonly port: number) {}

  /** @returns an instance that is not started yet */
  static async create(): Promise<OwnRedis> {
    return new OwnRedis(await freePort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const withoutPersistence = ['--save', '', '--appendonly', 'no'];
    const address = ['--port', String(this.port), '--bind', '127.0.0.1'];
    this.child = spawn('redis-server', [...address, ...withoutPersistence], {
      cwd: tmpdir(),
      stdio: 'ignore',
    });
    await until('redis answers', READY_MS, () => this.ask('PING'));
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Stops the process: connections stay open, and nothing answers. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async flush(): Promise<void> {
    await this.ask('FLUSHALL');
  }

  /** @returns whether Redis answered with a simple string such as `+OK` */
  private ask(command: string): Promise<boolean> {
    return new Promise((answer) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('error', () => answer(false));
      socket.once('connect', () => socket.write(`${command}\r\n`));
      socket.once('data', (data) => {
        socket.destroy();
        answer(data.toString().startsWith('+'));
      });
    });
  }
}
