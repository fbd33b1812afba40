// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './ports.mjs';
import { Stop } from './say.mjs';

/** Longer than a busy machine needs. */
const READY_MS = 60_000;

/** A real Redis that can be killed, frozen and started empty at the same address. */
export class RedisServer {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  child;

  /** @param {number} port */
  constructor(port) {
    this.port = port;
  }

  /** Creates a server that is not started yet. */
  static async create() {
    return new RedisServer(await freePort());
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`;
  }

  /**
   * @param {{ detached?: boolean }} [options] keeps the terminal's Ctrl-C from it
   * @throws {Stop} when it does not answer in time
   */
  async start({ detached = false } = {}) {
    const withoutPersistence = ['--save', '', '--appendonly', 'no'];
    const address = ['--port', String(this.port), '--bind', '127.0.0.1'];
    const child = spawn('redis-server', [...address, ...withoutPersistence], {
      cwd: tmpdir(),
      stdio: 'ignore',
      detached,
    });
    this.child = child;
    let failed = false;
    child.once('exit', () => (failed = true));
    child.once('error', () => (failed = true));
    const end = Date.now() + READY_MS;
    // Another server may have taken the port.
    const isOurs = async () =>
      (await this.ask('INFO server')).includes(`process_id:${child.pid}\r`);
    while (failed || !(await isOurs())) {
      if (!failed && Date.now() < end) {
        await sleep(20);
        continue;
      }
      this.killNow();
      throw new Stop('Redis does not start. Install it with: apt-get install redis-server');
    }
  }

  async kill() {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    this.killNow();
    await ended;
  }

  /** Kills it without waiting, for an 'exit' handler. */
  killNow() {
    this.child?.kill('SIGKILL');
  }

  /** Stops the process: connections stay open, and nothing answers. */
  freeze() {
    this.child?.kill('SIGSTOP');
  }

  thaw() {
    this.child?.kill('SIGCONT');
  }

  async flush() {
    await this.ask('FLUSHALL');
  }

  /**
   * @param {string} command
   * @returns {Promise<string>} the answer in Redis's protocol, or '' without one
   */
  ask(command) {
    return new Promise((answer) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('error', () => answer(''));
      socket.once('close', () => answer(''));
      socket.once('connect', () => socket.write(`${command}\r\n`));
      socket.once('data', (data) => {
        socket.destroy();
        answer(data.toString());
      });
    });
  }
}

/**
 * Starts a Redis that ends with this process at the latest.
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startRedis() {
  const redis = await RedisServer.create();
  // An interrupted test must not leave it running.
  process.once('exit', () => redis.killNow());
  await redis.start();
  return { url: redis.url, stop: () => redis.kill() };
}
