import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before the real server, as a proxy does, and can lose it or serve another build. */
export class FrontServer {
  /** False answers everything with 502. */
  isUp = true;
  /** Replaces the build that pages are served with. */
  build: string | undefined;
  private readonly server = createServer((incoming, answer) => this.pass(incoming, answer));

  private constructor(private readonly behind: URL) {}

  static async before(origin: string): Promise<FrontServer> {
    const front = new FrontServer(new URL(origin));
    await new Promise<void>((resolve) => front.server.listen(0, 'localhost', resolve));
    return front;
  }

  get origin(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private pass(incoming: IncomingMessage, answer: ServerResponse): void {
    if (!this.isUp) return void answer.writeHead(502).end('Bad gateway');
    const { host, origin } = this.behind;
    // Compressed pages could not be changed.
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' };
    // The server would say that the page of its own build has not changed.
    delete headers['if-none-match'];
    if (incoming.headers.origin) Object.assign(headers, { origin });
    const { method, url } = incoming;
    const onward = request(new URL(url ?? '/', this.behind), { method, headers }, (response) => {
      const isPage = response.headers['content-type']?.startsWith('text/html');
      const { 'content-length': _, ...rest } = response.headers;
      answer.writeHead(response.statusCode ?? 500, isPage ? rest : response.headers);
      if (isPage) void this.renamed(response).then((page) => answer.end(page));
      else response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  }

  private async renamed(response: IncomingMessage): Promise<string> {
    const page = Buffer.concat(await response.toArray()).toString();
    if (this.build === undefined) return page;
    return page.replace(/(<meta name="resq-build" content=")[^"]*/, `$1${this.build}`);
  }
}
