import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
  hasCookie: boolean;
  /** Undefined until the server has answered. */
  status: number | undefined;
}

/**
 * Passes requests on to the server as the browser sent them, and records them with their answers. ResQ's
 * answers may not be framed: Chromium replaces the frame of a form by an error page, and then does not
 * always report the answer. Cookies do not depend on the port, so the browser sends those of the server.
 */
export class RecordingProxy {
  readonly recorded: Recorded[] = [];
  private readonly server = createServer((incoming, answer) => this.pass(incoming, answer));

  private constructor(private readonly behind: string) {}

  static async before(origin: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(origin);
    await new Promise<void>((resolve) => proxy.server.listen(0, 'localhost', resolve));
    return proxy;
  }

  get origin(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method, url = '/', headers } = incoming;
    const one: Recorded = { hasCookie: /resq_rt=/.test(headers.cookie ?? ''), status: undefined };
    this.recorded.push(one);
    const onward = request(new URL(url, this.behind), { method, headers }, (response) => {
      one.status = response.statusCode;
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  }
}
