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
const SIGN_UPS = 'sign-ups';

interface Waiting {
  start: (thread: HashThread) => void;
  timer: NodeJS.Timeout;
}

/**
 * Hashes passwords and compares them with their hashes, few at a time, because a flood of sign-ins
 * would slow alarms down. Callers (`by`) that wait are served in rotation: a thousand requests of one
 * account delay each other caller by one hash a round. Every method throws AppError
 * auth.too_many_attempts after two seconds in the queue.
 */
@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly threads = Array.from({ length: AT_ONCE }, () => new HashThread());
  private readonly idle = [...this.threads];
  /** By caller, in the order in which the callers are served. */
  private readonly waiting = new Map<string, Waiting[]>();
  /** The refusals of one burst of sign-ins are due at once. */
  private readonly refusals = new LoopTurns();

  /** @param by the user's id; default: the server itself */
  hash(password: string, by = ''): Promise<string> {
    return this.run((thread) => thread.hash(password), by);
  }

  /** All sign-ups have one place, because each of them is another account. */
  hashForSignUp(password: string): Promise<string> {
    return this.hash(password, SIGN_UPS);
  }

  /** @param by the user's id */
  matches(storedHash: string, password: string, by: string): Promise<boolean> {
    return this.run((thread) => thread.matches(storedHash, password), by);
  }

  /**
   * Looks the user up when the turn of the hash has come. The look-ups of a building that signs in at
   * once would otherwise take every connection to the database, and hold up a press.
   * @param find returns null for an unknown user, for whom the check takes as long
   * @param by the account's address
   */
  check<User extends { passwordHash: string }>(
    find: () => Promise<User | null>,
    password: string,
    by: string,
  ): Promise<{ user: User | null; isRight: boolean }> {
    return this.run(async (thread) => {
      const user = await find();
      return { user, isRight: await thread.matches(user?.passwordHash, password) };
    }, by);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  /** @param work gets a thread to itself until its promise settles */
  async run<Result>(work: (thread: HashThread) => Promise<Result>, by: string): Promise<Result> {
    const thread = this.idle.pop() ?? (await this.threadFor(by));
    try {
      return await work(thread);
    } finally {
      const next = this.next();
      clearTimeout(next?.timer);
      if (next) next.start(thread);
      else this.idle.push(thread);
    }
  }

  private threadFor(by: string): Promise<HashThread> {
    return new Promise((start, refuse) => {
      const timer = setTimeout(() => {
        const line = this.waiting.get(by) ?? [];
        line.splice(line.indexOf(entry), 1);
        if (line.length === 0) this.waiting.delete(by);
        this.refusals.run(by, () => refuse(new AppError('auth.too_many_attempts')));
      }, WAIT_MAX_MS);
      const entry = { start, timer };
      const line = this.waiting.get(by);
      if (line) line.push(entry);
      else this.waiting.set(by, [entry]);
    });
  }

  private next(): Waiting | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [by, line] = first;
    const next = line.shift();
    this.waiting.delete(by);
    if (line.length > 0) this.waiting.set(by, line);
    return next;
  }
}
