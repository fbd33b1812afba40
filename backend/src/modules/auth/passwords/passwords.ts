import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { HashQueue } from './hash-queue.js';

/** Hashes passwords and compares them with their hashes. */
@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly queue = new HashQueue();

  /** @throws AppError auth.too_many_attempts after two seconds in the queue */
  hash(password: string): Promise<string> {
    return this.queue.run((thread) => thread.hash(password));
  }

  /**
   * Works as `hash`, but after everything else that waits.
   * @throws AppError auth.too_many_attempts after two seconds in the queue
   */
  hashForSignUp(password: string): Promise<string> {
    return this.queue.run((thread) => thread.hash(password), true);
  }

  /** @throws AppError auth.too_many_attempts after two seconds in the queue */
  matches(storedHash: string, password: string): Promise<boolean> {
    return this.queue.run((thread) => thread.matches(storedHash, password));
  }

  /**
   * Looks the user up when the turn of the hash has come. The look-ups of a building that signs in at
   * once would otherwise take every connection to the database, and hold up a press.
   * @param find returns null for an unknown user, for whom the check takes as long
   * @throws AppError auth.too_many_attempts after two seconds in the queue
   */
  check<User extends { passwordHash: string }>(
    find: () => Promise<User | null>,
    password: string,
  ): Promise<{ user: User | null; isRight: boolean }> {
    return this.queue.run(async (thread) => {
      const user = await find();
      return { user, isRight: await thread.matches(user?.passwordHash, password) };
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.queue.stop();
  }
}
