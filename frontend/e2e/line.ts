import type { BrowserContext, WebSocketRoute } from '@playwright/test';

/** The way between one browser and the server, to be cut and mended. Pages stay reachable. */
export class Line {
  /** What the pages sent to raise an alarm, whichever way, answered or not. */
  readonly presses: { alarmId: string; page: string }[] = [];
  /** What the server told over sockets, by the name of its event. */
  readonly told: string[] = [];
  /** How often a page came with a socket while there was a line. */
  connections = 0;
  private readonly open = new Set<WebSocketRoute>();
  private readonly swallowed = new Set<WebSocketRoute>();
  private isUp = true;
  private hasSockets = true;
  private losesAnswers = false;
  private build: string | undefined;

  /** Sockets that are open already stay outside: reload the pages afterwards. */
  static async of(context: BrowserContext): Promise<Line> {
    const line = new Line();
    await context.route('**/api/**', async (route) => {
      const request = route.request();
      if (request.method() === 'POST' && /\/buildings\/[^/]+\/alarms$/.test(request.url())) {
        line.note(request.postData() ?? '', request.frame().url());
      }
      if (line.isUp) await route.continue();
      else await route.abort('internetdisconnected');
    });
    await context.routeWebSocket('**/socket.io/**', (socket) => line.carry(socket));
    return line;
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

  /** The sockets of now stay open, and carry nothing any more. */
  swallow(): void {
    for (const socket of this.open) this.swallowed.add(socket);
  }

  /** As if the server served this build; without one, the build that it does serve. */
  serve(build?: string): void {
    this.build = build;
  }

  /** As if the server had said it. */
  say(event: string, payload: object): void {
    for (const socket of this.open) socket.send(`42${JSON.stringify([event, payload])}`);
  }

  private carry(socket: WebSocketRoute): void {
    if (!this.isUp || !this.hasSockets) return void socket.close();
    this.connections += 1;
    this.open.add(socket);
    const server = socket.connectToServer();
    let isDeaf = false;
    socket.onClose(() => {
      this.open.delete(socket);
      void server.close();
    });
    socket.onMessage((message) => {
      if (this.swallowed.has(socket)) return;
      const said = String(message);
      if (said.includes('"alarm:raise"')) this.note(said.slice(said.indexOf('{'), -1), 'socket');
      server.send(message);
      if (!this.losesAnswers || !said.includes('"alarm:raise"')) return;
      this.losesAnswers = false;
      isDeaf = true;
    });
    server.onMessage((message) => {
      if (this.swallowed.has(socket)) return;
      const told = String(message);
      const [, event] = /^42\["([^"]+)"/.exec(told) ?? [];
      if (isDeaf) return void (this.open.delete(socket), socket.close());
      if (event) this.told.push(event);
      socket.send(
        this.build ? told.replace(/"build":"[^"]*"/, `"build":"${this.build}"`) : message,
      );
    });
  }

  private note(body: string, page: string): void {
    this.presses.push({ ...(JSON.parse(body) as { alarmId: string }), page });
  }

  private async closeSockets(): Promise<void> {
    await Promise.all([...this.open].map((socket) => socket.close()));
    this.open.clear();
  }
}
