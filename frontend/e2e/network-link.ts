import type { BrowserContext, WebSocketRoute } from '@playwright/test';

/** The network between one browser and the server, to be cut and mended. Pages stay reachable. */
export class NetworkLink {
  /** Requests of the pages to raise an alarm, over HTTP or the socket, answered or not. */
  readonly presses: { alarmId: string; page: string }[] = [];
  /** The names of the events that the server sent over sockets. */
  readonly received: string[] = [];
  /** Sockets that were opened while the network was up. */
  connections = 0;
  private readonly open = new Set<WebSocketRoute>();
  private readonly swallowed = new Set<WebSocketRoute>();
  private isUp = true;
  private hasSockets = true;
  private losesAnswers = false;
  private build: string | undefined;

  /** Sockets that are open already stay outside: reload the pages afterwards. */
  static async of(context: BrowserContext): Promise<NetworkLink> {
    const link = new NetworkLink();
    await context.route('**/api/**', async (route) => {
      const request = route.request();
      if (request.method() === 'POST' && /\/buildings\/[^/]+\/alarms$/.test(request.url())) {
        link.record(request.postData() ?? '', request.frame().url());
      }
      if (link.isUp) await route.continue();
      else await route.abort('internetdisconnected');
    });
    await context.routeWebSocket('**/socket.io/**', (socket) => link.carry(socket));
    return link;
  }

  async cut(): Promise<void> {
    this.isUp = false;
    await this.closeSockets();
  }

  mend(): void {
    this.isUp = true;
  }

  /** As behind a proxy that lets no WebSocket through. */
  async blockSockets(): Promise<void> {
    this.hasSockets = false;
    await this.closeSockets();
  }

  /** The next press still reaches the server, but its answer does not come back. */
  loseNextAnswer(): void {
    this.losesAnswers = true;
  }

  /** The sockets that are open now stay open, but carry nothing any more. */
  swallow(): void {
    for (const socket of this.open) this.swallowed.add(socket);
  }

  /** As if the server served this build. Without one, pages receive the build it really serves. */
  serve(build?: string): void {
    this.build = build;
  }

  /** As if the server had sent this event. */
  send(event: string, payload: object): void {
    for (const socket of this.open) socket.send(`42${JSON.stringify([event, payload])}`);
  }

  private carry(socket: WebSocketRoute): void {
    if (!this.isUp || !this.hasSockets) return void socket.close();
    this.connections += 1;
    this.open.add(socket);
    const server = socket.connectToServer();
    let dropsAnswers = false;
    socket.onClose(() => {
      this.open.delete(socket);
      void server.close();
    });
    socket.onMessage((message) => {
      if (this.swallowed.has(socket)) return;
      const payload = String(message);
      const isPress = payload.includes('"alarm:raise"');
      if (isPress) this.record(payload.slice(payload.indexOf('{'), -1), 'socket');
      server.send(message);
      if (!this.losesAnswers || !isPress) return;
      this.losesAnswers = false;
      dropsAnswers = true;
    });
    server.onMessage((message) => {
      if (this.swallowed.has(socket)) return;
      const payload = String(message);
      const [, event] = /^42\["([^"]+)"/.exec(payload) ?? [];
      if (dropsAnswers) return void (this.open.delete(socket), socket.close());
      if (event) this.received.push(event);
      socket.send(
        this.build ? payload.replace(/"build":"[^"]*"/, `"build":"${this.build}"`) : message,
      );
    });
  }

  private record(body: string, page: string): void {
    this.presses.push({ ...(JSON.parse(body) as { alarmId: string }), page });
  }

  private async closeSockets(): Promise<void> {
    await Promise.all([...this.open].map((socket) => socket.close()));
    this.open.clear();
  }
}
