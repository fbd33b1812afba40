import { fork } from 'node:child_process';
import { join } from 'node:path';

type Command =
  | 'start'
  | 'crash'
  | 'save'
  | 'putBack'
  | 'promote'
  | 'recover'
  | 'follow'
  | 'failOver'
  | 'failOverSilently'
  | 'stop';

interface Message {
  url?: string;
  ownerUrl?: string;
  standbyUrl?: string;
  error?: string;
}

/** A PostgreSQL of the test's own, so that breaking it disturbs no other test. */
export class OwnPostgres {
  url = '';
  ownerUrl = '';
  /** The owner's address of the standby, after `follow`. */
  standbyUrl = '';
  private readonly host = fork(join(__dirname, 'postgres-host.mjs'), { stdio: 'ignore' });

  start(): Promise<void> {
    return this.send('start');
  }

  /** Crashes the server, which loses what was not flushed. The next start uses the same port. */
  crash(): Promise<void> {
    return this.send('crash');
  }

  /** Copies the server's data, for `putBack` and `promote`. */
  save(): Promise<void> {
    return this.send('save');
  }

  /** Replaces the server by its copy; nothing in it shows that commits are missing. */
  putBack(): Promise<void> {
    return this.send('putBack');
  }

  /** Replaces the server by its copy on a new timeline, as a standby that lacks the last commits. */
  promote(): Promise<void> {
    return this.send('promote');
  }

  /** Restarts the server on a new timeline, as a recovery to its last moment does. */
  recover(): Promise<void> {
    return this.send('recover');
  }

  /** Starts a hot standby that follows the server by streaming replication, not synchronously. */
  follow(): Promise<void> {
    return this.send('follow');
  }

  /** Crashes the server and promotes its standby, which has other addresses. */
  failOver(): Promise<void> {
    return this.send('failOver');
  }

  /** As `failOver`, but the server falls silent: its connections stay open. */
  failOverSilently(): Promise<void> {
    return this.send('failOverSilently');
  }

  async stop(): Promise<void> {
    await this.send('stop');
    this.host.disconnect();
  }

  private send(command: Command): Promise<void> {
    return new Promise((done, failed) => {
      this.host.once('message', ({ error, ...urls }: Message) => {
        if (error !== undefined) failed(new Error(error));
        Object.assign(this, urls);
        done();
      });
      this.host.send(command);
    });
  }
}
