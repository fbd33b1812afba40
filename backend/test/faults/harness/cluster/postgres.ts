import { fork } from 'node:child_process';
import { join } from 'node:path';

type Command = 'start' | 'crash' | 'stop';

/** The test's own PostgreSQL, so that breaking it breaks nothing else. */
export class OwnPostgres {
  url = '';
  private readonly host = fork(join(__dirname, 'postgres-host.mjs'), { stdio: 'ignore' });

  start(): Promise<void> {
    return this.send('start');
  }

  /** Everything that was not flushed is lost; its port stays the same at the next start. */
  crash(): Promise<void> {
    return this.send('crash');
  }

  async stop(): Promise<void> {
    await this.send('stop');
    this.host.disconnect();
  }

  private send(command: Command): Promise<void> {
    return new Promise((done, failed) => {
      this.host.once('message', ({ url, error }: { url?: string; error?: string }) => {
        if (error !== undefined) failed(new Error(error));
        this.url = url ?? this.url;
        done();
      });
      this.host.send(command);
    });
  }
}
