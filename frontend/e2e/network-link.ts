import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test';

/** Starts the next attempt to connect, which the page may delay for some seconds. */
export const reconnect = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')));

/** Cuts and restores the network between one browser and the server. Pages stay reachable. */
export class NetworkLink {
  /** The pages' requests to raise an alarm, over HTTP or the socket, answered or not. */
  readonly presses: { alarmId: string; page: string }[] = [];
  /** The names of the events that the server sent over sockets. */
  readonly received: string[] = [];
  /** The number of sockets that were opened while the network was up. */
  connections = 0;
  private readonly open = new Set<WebSocketRoute>();
  private readonly swallowed = new Set<WebSocketRoute>();
  private isUp = true;
  private hasSockets = true;
  private losesAnswers = false;
  private losesReceipts = false;
  private build: string | undefined;

  /** Does not control sockets that are already open, so call it before the page is loaded. */
  static async of(context: BrowserContext): Promise<NetworkLink> {
    const link = new NetworkLink();
    await context.route('**/api/**', async (route) => {
      const request = route.request();
      if (request.method() === 'POST' && /\/buildings\/[^/]+\/alarms$/.test(request.url())) {
        link.record(request.postData() ?? '', request.frame().url());
      }
      const isLost = link.losesReceipts && request.url().endsWith('/receipts');
      if (link.isUp && !isLost) await route.continue();
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

  /** Refuses all sockets, as a proxy without WebSocket support does. */
  async blockSockets(): Promise<void> {
    this.hasSockets = false;
    await this.closeSockets();
  }

  allowSockets(): void {
    this.hasSockets = true;
  }

  /** Lets the next press reach the server, but drops its answer. */
  loseNextAnswer(): void {
    this.losesAnswers = true;
  }

  /** Drops the receipts of the browser's devices from now on, which stay connected. */
  loseReceipts(): void {
    this.losesReceipts = true;
  }

  /** Leaves the open sockets open, but drops all their messages. */
  swallow(): void {
    for (const socket of this.open) this.swallowed.add(socket);
  }

  /** Replaces the build that the server reports. Without an argument, the real one is sent. */
  serve(build?: string): void {
    this.build = build;
  }

  /** Sends an event to the pages in the server's name. */
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
      if (this.losesReceipts && payload.includes('"alarm:receipt"')) return;
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
