import { createServer, connect, type Server, type Socket } from 'node:net';

/** A door in front of a service, through which a test lets it die, freeze and come back. */
export class TcpDoor {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private frozen = false;
  private slammed = false;

  private constructor(
    private readonly target: URL,
    private readonly port: number,
  ) {}

  /** @param url of the service; `door.url` leads to the same through the door, which is shut yet */
  static async before(url: string): Promise<TcpDoor> {
    const target = new URL(url);
    for (;;) {
      // Below the range for outgoing connections: a client that keeps trying could meet itself there.
      const door = new TcpDoor(target, 20_000 + Math.floor(Math.random() * 10_000));
      if (await door.open().then(Boolean, () => false)) {
        await door.shut();
        return door;
      }
    }
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  open(): Promise<this> {
    this.frozen = false;
    this.slammed = false;
    for (const socket of this.sockets) socket.resume();
    if (this.server) return Promise.resolve(this);
    const server = createServer((socket) => this.pass(socket));
    return new Promise((opened, failed) => {
      server.once('error', failed);
      server.listen(this.port, '127.0.0.1', () => {
        this.server = server;
        opened(this);
      });
    });
  }

  /** Refuses new connections and breaks those that are there, like a service that was killed. */
  async shut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.resetAndDestroy();
    await new Promise<void>((closed) => (server ? server.close(() => closed()) : closed()));
  }

  /** Lets everybody in and throws them out again, like a service that is just starting or stopping. */
  slam(): void {
    this.slammed = true;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** Nothing passes any more and nobody is told, like a stopped process or a lost network. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets) socket.pause();
  }

  private pass(socket: Socket): void {
    if (this.slammed) return void socket.resetAndDestroy();
    const inner = connect(Number(this.target.port), this.target.hostname);
    this.join(socket, inner);
    this.join(inner, socket);
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (data) => to.write(data));
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    if (this.frozen) from.pause();
  }
}
