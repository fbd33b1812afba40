import { createServer, type IncomingMessage, type ServerOptions } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** An option of Node.js from 24.9 on, which older versions do not use. */
interface Upgrades {
  shouldUpgradeCallback(request: IncomingMessage): boolean;
}

/** Nest's adapter for Express, with a server that upgrades only the requests that it is told to. */
export class HttpAdapter extends ExpressAdapter {
  constructor(private readonly mayUpgrade: Upgrades['shouldUpgradeCallback']) {
    super();
  }

  override initHttpServer(): void {
    const options: ServerOptions & Upgrades = { shouldUpgradeCallback: this.mayUpgrade };
    this.setHttpServer(createServer(options, this.getInstance()));
  }
}
