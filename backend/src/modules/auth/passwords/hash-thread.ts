import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const WORKER = new URL('./hash-worker.js', import.meta.url);

/** A password to hash, or to compare with a stored hash. */
export interface HashJob {
  password: string;
  storedHash?: string;
}

/**
 * A thread that computes one hash at a time, with a lower priority than the thread of alarms. It hashes
 * composed letters (NIST SP 800-63B, 5.1.1.2): keyboards write "å" as one character or as two.
 */
export class HashThread {
  private worker: Worker | undefined;

  hash(password: string): Promise<string> {
    return this.run({ password: password.normalize('NFC') }) as Promise<string>;
  }

  /**
   * @param storedHash the hash to compare with; undefined for an unknown user, whose password is
   *   hashed as well, so that timing does not reveal accounts
   */
  async matches(storedHash: string | undefined, password: string): Promise<boolean> {
    const composed = password.normalize('NFC');
    if (await this.compare(storedHash, composed)) return true;
    // An older hash may be of the letters as the user's keyboard wrote them.
    return composed !== password && this.compare(storedHash, password);
  }

  private async compare(storedHash: string | undefined, password: string): Promise<boolean> {
    if (storedHash !== undefined) return (await this.run({ password, storedHash })) === true;
    await this.hash(password);
    return false;
  }

  /**
   * @returns the hash, or whether it is the hash of the password
   * @throws when the thread ends before it answers, with an error or without
   */
  private async run(job: HashJob): Promise<unknown> {
    const worker = (this.worker ??= this.start());
    const ended = new AbortController();
    const abort = (): void => ended.abort();
    worker.once('exit', abort);
    worker.ref();
    try {
      worker.postMessage(job);
      const [result] = (await once(worker, 'message', { signal: ended.signal })) as unknown[];
      return result;
    } finally {
      worker.off('exit', abort);
      worker.unref();
    }
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  /** A thread that ends, by an error such as a malformed hash, is replaced for the next hash. */
  private start(): Worker {
    // The flags of the process are for its main thread.
    const worker = new Worker(WORKER, { execArgv: [] });
    const forget = (): void => {
      if (this.worker === worker) this.worker = undefined;
    };
    return worker.on('error', forget).on('exit', forget);
  }
}
