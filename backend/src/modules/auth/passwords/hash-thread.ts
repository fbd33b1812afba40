import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const WORKER = new URL('./hash-worker.js', import.meta.url);

/** A password to hash, or to compare with a stored hash. */
export interface HashJob {
  password: string;
  storedHash?: string;
}

/** A thread that computes one hash at a time, with a lower priority than the thread of alarms. */
export class HashThread {
  private worker: Worker | undefined;

  hash(password: string): Promise<string> {
    return this.run({ password }) as Promise<string>;
  }

  /**
   * @param storedHash the hash to compare with; undefined for an unknown user, whose password is
   *   hashed as well, so that timing does not reveal accounts
   */
  async matches(storedHash: string | undefined, password: string): Promise<boolean> {
    if (storedHash !== undefined) return (await this.run({ password, storedHash })) === true;
    await this.hash(password);
    return false;
  }

  /** @returns the hash, or whether it is the hash of the password */
  private async run(job: HashJob): Promise<unknown> {
    const worker = (this.worker ??= this.start());
    worker.ref();
    try {
      worker.postMessage(job);
      const [result] = (await once(worker, 'message')) as unknown[];
      return result;
    } finally {
      worker.unref();
    }
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  /** An error, such as a malformed hash, ends the thread; the next hash starts another one. */
  private start(): Worker {
    // The flags of the process are for its main thread.
    const worker = new Worker(WORKER, { execArgv: [] });
    worker.on('error', () => (this.worker = undefined));
    return worker;
  }
}
