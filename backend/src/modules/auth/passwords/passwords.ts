import { availableParallelism } from 'node:os';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { checkText } from '../../../contract/check-text.js';
import { ERRORS } from '../../../contract/errors.js';
import type { UserRole } from '../../../contract/http.js';
import { RULES } from '../../../contract/text-rules.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { LoopTurns } from '../../../platform/limits/loop-turns.js';
import { HashThread } from './hash-thread.js';

/** @throws AppError request.invalid for the field `password` */
export function requireLengthFor(roles: UserRole[], password: string): void {
  const rule = roles.includes('admin') ? RULES.account.longPassword : RULES.account.password;
  const complaint = checkText(rule, password);
  if (complaint) throw new AppError('request.invalid', { fields: { password: complaint } });
}

/** @param field the form field that the user typed the password into */
export function wrongPassword(field: 'current' | 'password' = 'password'): AppError {
  return new AppError('auth.wrong_password', {
    fields: { [field]: ERRORS['auth.wrong_password'].message },
  });
}

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

/**
 * Hashes passwords and compares them with their hashes, few at a time, because a flood of sign-ins
 * would slow alarms down. Every method throws AppError auth.too_many_attempts after two seconds in the
 * queue.
 */
@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly threads = Array.from({ length: AT_ONCE }, () => new HashThread());
  private readonly idle = [...this.threads];
  private readonly waiting: Waiting[] = [];
  /** Begin only when nothing else waits, so that a flood of sign-ups keeps nobody out. */
  private readonly waitingSignUps: Waiting[] = [];
  /** The refusals of one burst of sign-ins are due at once. */
  private readonly refusals = new LoopTurns();

  hash(password: string): Promise<string> {
    return this.run((thread) => thread.hash(password));
  }

  /** Works as `hash`, but after everything else that waits. */
  hashForSignUp(password: string): Promise<string> {
    return this.run((thread) => thread.hash(password), this.waitingSignUps);
  }

  matches(storedHash: string, password: string): Promise<boolean> {
    return this.run((thread) => thread.matches(storedHash, password));
  }

  /**
   * Looks the user up when the turn of the hash has come. The look-ups of a building that signs in at
   * once would otherwise take every connection to the database, and hold up a press.
   * @param find returns null for an unknown user, for whom the check takes as long
   */
  check<User extends { passwordHash: string }>(
    find: () => Promise<User | null>,
    password: string,
  ): Promise<{ user: User | null; isRight: boolean }> {
    return this.run(async (thread) => {
      const user = await find();
      return { user, isRight: await thread.matches(user?.passwordHash, password) };
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  /** @param work gets a thread to itself until its promise settles */
  async run<Result>(
    work: (thread: HashThread) => Promise<Result>,
    waiting = this.waiting,
  ): Promise<Result> {
    const thread = this.idle.pop() ?? (await this.threadFor(waiting));
    try {
      return await work(thread);
    } finally {
      const next = this.waiting.shift() ?? this.waitingSignUps.shift();
      clearTimeout(next?.timer);
      if (next) next.start(thread);
      else this.idle.push(thread);
    }
  }

  private threadFor(waiting: Waiting[]): Promise<HashThread> {
    return new Promise((start, refuse) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        this.refusals.run('', () => refuse(new AppError('auth.too_many_attempts')));
      }, WAIT_MAX_MS);
      const entry = { start, timer };
      waiting.push(entry);
    });
  }
}
