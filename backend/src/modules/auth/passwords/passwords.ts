import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { HashQueue } from './hash-queue.js';

/** Hashes passwords and compares them with their hashes. */
@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly queue = new HashQueue();

  /** @throws AppError auth.too_many_attempts after two seconds in the queue */
  hash(password: string): Promise<string> {
    return this.queue.run({ password }) as Promise<string>;
  }

  /**
   * Works as `hash`, but after everything else that waits.
   * @throws AppError auth.too_many_attempts after two seconds in the queue
   */
  hashForSignUp(password: string): Promise<string> {
    return this.queue.run({ password }, true) as Promise<string>;
  }

  /**
   * @param storedHash the hash to compare with; undefined for an unknown user, whose password is
   *   hashed as well, so that timing does not reveal accounts
   * @throws AppError auth.too_many_attempts after two seconds in the queue
   */
  async matches(storedHash: string | undefined, password: string): Promise<boolean> {
    if (storedHash !== undefined) return (await this.queue.run({ password, storedHash })) === true;
    await this.hash(password);
    return false;
  }

  onApplicationShutdown(): Promise<void> {
    return this.queue.stop();
  }
}
