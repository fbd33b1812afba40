import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../../infra/local/ports.mjs';

/**
 * The state of the network. `black-hole` passes no data, `half-open` passes none from the service,
 * and `resets` resets every connection, like a service that is starting or stopping.
 */
export type Weather = 'clear' | 'black-hole' | 'half-open' | 'resets';

/** A TCP proxy in front of a service, which a test can disturb as a real network is disturbed. */
export class TcpProxy {
  private weather: Weather = 'clear';
  private delayMs = 0;
  private bytesPerSecond = Infinity;
  private turn = 0;
  /** The socket to the service, by the socket to the client. */
  private readonly pairs = new Map<Socket, Socket>();
  private readonly server: Server = createServer({ allowHalfOpen: true }, (near) =>
    this.join(near),
  );

  private constructor(
    readonly port: number,
    /** The ports to connect to in turn, as a load balancer does with several nodes. */
    readonly targets: number[],
    private readonly service = `tcp://127.0.0.1:${port}`,
  ) {}

  static async to(...targets: number[]): Promise<TcpProxy> {
    const proxy = new TcpProxy(await freePort(), targets);
    await proxy.open();
    return proxy;
  }

  /** @returns a proxy that is not open yet; its `url` leads to the given service */
  static async before(service: string): Promise<TcpProxy> {
    return new TcpProxy(await freePort(), [Number(new URL(service).port)], service);
  }

  get url(): string {
    const url = new URL(this.service);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  /** Changes open and new connections. After `clear`, held data arrives, as with TCP. */
  become(weather: Weather): void {
    this.weather = weather;
    if (weather === 'resets') this.reset();
    for (const [near, far] of this.pairs) this.hold(near, far);
  }

  delay(ms: number): void {
    this.delayMs = ms;
  }

  throttle(bytesPerSecond: number): void {
    this.bytesPerSecond = bytesPerSecond;
  }

  /** Ends all open connections with a reset. */
  reset(): void {
    for (const socket of [...this.pairs].flat()) {
      // Node.js refuses to reset a socket that is ending, never closes it, and then hangs at exit.
      if (socket.writableEnded) socket.destroy();
      else socket.resetAndDestroy();
    }
    this.pairs.clear();
  }

  /** Accepts connections and passes all data. */
  async open(): Promise<this> {
    this.become('clear');
    if (!this.server.listening) {
      this.server.listen(this.port, '127.0.0.1');
      await once(this.server, 'listening');
    }
    return this;
  }

  /** Refuses new connections and resets the open ones, like a service that was killed. */
  async close(): Promise<void> {
    const closed = this.server.listening ? once(this.server, 'close') : undefined;
    this.server.close();
    this.reset();
    await closed;
  }

  private join(near: Socket, tried = 1): void {
    near.on('error', () => near.destroy());
    if (this.weather === 'resets') return void near.resetAndDestroy();
    const far = connect({
      port: this.targets[this.turn++ % this.targets.length] ?? 0,
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    const refused = (): void => {
      // A load balancer tries the next node while one is down.
      if (tried < this.targets.length) this.join(near, tried + 1);
      else near.destroy();
    };
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      far.on('error', () => far.destroy());
      if (near.destroyed || !this.server.listening) {
        near.destroy();
        return void far.destroy();
      }
      this.pairs.set(near, far);
      this.carry(near, far);
      this.carry(far, near);
      this.hold(near, far);
    });
  }

  private hold(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      const passes = this.weather === 'clear' || (this.weather === 'half-open' && socket === near);
      if (passes) socket.resume();
      else socket.pause();
    }
    this.endTogether(near, far);
  }

  /** Closes both ends when one is closed, unless the network hides the closing as well. */
  private endTogether(near: Socket, far: Socket): void {
    if (this.weather === 'clear' && (near.destroyed || far.destroyed)) {
      near.destroy();
      far.destroy();
    }
    if (near.destroyed && far.destroyed) this.pairs.delete(near);
  }

  private carry(from: Socket, to: Socket): void {
    let lastMs = 0;
    from.on('data', (chunk: Buffer) => {
      const slowMs = this.delayMs + (chunk.length / this.bytesPerSecond) * 1_000;
      if (slowMs === 0) return void to.write(chunk);
      // A chunk must not overtake the one before it.
      const now = performance.now();
      lastMs = Math.max(lastMs, now) + (chunk.length / this.bytesPerSecond) * 1_000;
      setTimeout(() => to.write(chunk), lastMs - now + this.delayMs);
    });
    from.once('end', () => to.end());
    from.once('close', () => {
      const [near, far] = this.pairs.has(from) ? [from, to] : [to, from];
      this.endTogether(near, far);
    });
  }
}
