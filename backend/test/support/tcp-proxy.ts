import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../faults/harness/ports.js';

/** What becomes of the bytes: nothing passes a black hole, nothing comes back half open. */
export type Weather = 'clear' | 'black-hole' | 'half-open';

/** A wire that can be cut in the ways a real one can, without either end being told. */
export class TcpProxy {
  private weather: Weather = 'clear';
  private delayMs = 0;
  private bytesPerSecond = Infinity;
  private turn = 0;
  private readonly pairs = new Map<Socket, Socket>();
  private readonly server: Server = createServer({ allowHalfOpen: true }, (near) =>
    this.join(near),
  );

  private constructor(
    readonly port: number,
    /** Ports, tried in turn: several are nodes behind a balancer. */
    readonly targets: number[],
  ) {}

  static async to(...targets: number[]): Promise<TcpProxy> {
    const proxy = new TcpProxy(await freePort(), targets);
    await proxy.open();
    return proxy;
  }

  /** For connections that are there and new ones. What was held back arrives when it clears, as TCP does. */
  become(weather: Weather): void {
    this.weather = weather;
    for (const [near, far] of this.pairs) this.hold(near, far);
  }

  delay(ms: number): void {
    this.delayMs = ms;
  }

  throttle(bytesPerSecond: number): void {
    this.bytesPerSecond = bytesPerSecond;
  }

  /** Ends what is open with a reset. */
  reset(): void {
    for (const pair of this.pairs) pair.forEach((socket) => socket.resetAndDestroy());
    this.pairs.clear();
  }

  async open(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** New connections are refused from now on. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.reset();
    await closed;
  }

  private join(near: Socket, tried = 1): void {
    const far = connect({
      port: this.targets[this.turn++ % this.targets.length] ?? 0,
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    const refused = (): void => {
      // A balancer asks the next one while the first is down.
      if (tried < this.targets.length) this.join(near, tried + 1);
      else near.destroy();
    };
    far.once('error', refused);
    near.on('error', () => near.destroy());
    far.once('connect', () => {
      far.off('error', refused);
      far.on('error', () => far.destroy());
      this.pairs.set(near, far);
      this.carry(near, far);
      this.carry(far, near);
      this.hold(near, far);
      near.once('close', () => this.pairs.delete(near));
    });
  }

  private hold(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      const passes = this.weather === 'clear' || (this.weather === 'half-open' && socket === near);
      if (passes) socket.resume();
      else socket.pause();
    }
  }

  private carry(from: Socket, to: Socket): void {
    let lastMs = 0;
    from.on('data', (chunk: Buffer) => {
      const slowMs = this.delayMs + (chunk.length / this.bytesPerSecond) * 1_000;
      if (slowMs === 0) return void to.write(chunk);
      // Never before the chunk in front of it.
      const now = performance.now();
      lastMs = Math.max(lastMs, now) + (chunk.length / this.bytesPerSecond) * 1_000;
      setTimeout(() => to.write(chunk), lastMs - now + this.delayMs);
    });
    from.once('end', () => to.end());
    from.once('close', () => {
      // A black hole swallows the farewell as well.
      if (this.weather === 'clear') to.destroy();
    });
  }
}
