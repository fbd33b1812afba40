import { availableParallelism } from 'node:os';
import { AppError } from '../../../platform/errors/app-error.js';
import { LoopTurns } from '../../../platform/limits/loop-turns.js';
import { HashThread } from './hash-thread.js';

/**
 * Measured on two cores: four simultaneous hashes make the slowest responses of an alarm 5.6 times
 * slower, one hash at a time makes them twice as slow.
 */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const WAIT_MAX_MS = 2_000;

interface Waiting {
  start: (thread: HashThread) => void;
  timer: NodeJS.Timeout;
}

/** Computes few hashes at a time, because a flood of sign-ins would slow alarms down. */
export class HashQueue {
  private readonly threads = Array.from({ length: AT_ONCE }, () => new HashThread());
  private readonly idle = [...this.threads];
  private readonly waiting: Waiting[] = [];
  /** Begin only when nothing else waits, so that a flood of sign-ups keeps nobody out. */
  private readonly waitingSignUps: Waiting[] = [];
  /** The refusals of one burst of sign-ins are due at once. */
  private readonly refusals = new LoopTurns();

  /**
   * @param work gets a thread to itself until its promise settles
   * @throws AppError auth.too_many_attempts after two seconds in the queue
   */
  async run<Result>(
    work: (thread: HashThread) => Promise<Result>,
    isSignUp = false,
  ): Promise<Result> {
    const waiting = isSignUp ? this.waitingSignUps : this.waiting;
    const thread = this.idle.pop() ?? (await this.threadFor(waiting));
    try {
      return await work(thread);
    } finally {
      const next = this.waiting.shift() ?? this.waitingSignUps.shift();
      if (next) {
        clearTimeout(next.timer);
        next.start(thread);
      } else {
        this.idle.push(thread);
      }
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  private threadFor(waiting: Waiting[]): Promise<HashThread> {
    return new Promise((start, refuse) => {
      const entry: Waiting = {
        start,
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          this.refusals.run('', () => refuse(new AppError('auth.too_many_attempts')));
        }, WAIT_MAX_MS),
      };
      waiting.push(entry);
    });
  }
}
