import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { AppError } from '../../../platform/errors/app-error.js';

/** The library declares `Algorithm` as an ambient const enum, which cannot be imported. */
const ARGON2ID = 2;
/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes, one lane. */
const ARGON2: Options = {
  algorithm: ARGON2ID,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};
/**
 * Measured on two cores: four simultaneous hashes make the slowest responses of an alarm 5.6 times
 * slower, one hash at a time makes them twice as slow.
 */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const WAIT_MAX_MS = 2_000;

interface Waiting {
  start: () => void;
  timer: NodeJS.Timeout;
}

/** Hashes passwords, few at a time, because a flood of sign-ins would slow alarms down. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: Waiting[] = [];
  /** Begin only when nothing else waits, so that a flood of sign-ups keeps nobody out. */
  private readonly waitingSignUps: Waiting[] = [];
  private decoy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.limited(() => hash(password, ARGON2));
  }

  /**
   * Works as `hash`, but after everything else that waits.
   * @throws AppError auth.too_many_attempts after two seconds in the queue
   */
  hashForSignUp(password: string): Promise<string> {
    return this.limited(() => hash(password, ARGON2), this.waitingSignUps);
  }

  /**
   * @param storedHash the hash to compare with; undefined for an unknown user, who gets the same
   *   response time, so that timing does not reveal accounts
   * @throws AppError auth.too_many_attempts after two seconds in the queue
   */
  async matches(storedHash: string | undefined, password: string): Promise<boolean> {
    const hashed = storedHash ?? (await this.decoyHash());
    const isSame = await this.limited(() => verify(hashed, password, ARGON2));
    return isSame && storedHash !== undefined;
  }

  private decoyHash(): Promise<string> {
    this.decoy ??= hash('nobody', ARGON2);
    return this.decoy;
  }

  private async limited<T>(work: () => Promise<T>, waiting = this.waiting): Promise<T> {
    if (this.running >= AT_ONCE) await waitForSlot(waiting);
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      const next = this.waiting.shift() ?? this.waitingSignUps.shift();
      if (next) {
        clearTimeout(next.timer);
        next.start();
      }
    }
  }
}

function waitForSlot(waiting: Waiting[]): Promise<void> {
  return new Promise((start, refuse) => {
    const entry: Waiting = {
      start,
      timer: setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        refuse(new AppError('auth.too_many_attempts'));
      }, WAIT_MAX_MS),
    };
    waiting.push(entry);
  });
}
