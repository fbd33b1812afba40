import { setTimeout as sleep } from 'node:timers/promises';
import { leftUntil, timeoutError, withTimeout } from '../with-timeout.js';
import { isContention } from './database-errors.js';

/** After this time the next turn begins too, because the connection of an attempt may be dead. */
const ATTEMPT_MS = 500;
/** The pauses between attempts double, so that many blocked keys cost few attempts. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
/**
 * The most attempts that may wait for a lock in the database at once, over all keys. Waiting there is
 * fair between nodes, but occupies a connection; any number of locked keys occupies two.
 */
const WAITING_ATTEMPTS = 2;
/** A person may have one change running and one waiting; more than that is a flood. */
const PER_PERSON = 2;

interface Line {
  isTaken: boolean;
  /** The number of waiting turns. */
  length: number;
  /** The waiting turns of each person; persons in the order in which they are served. */
  waiting: Map<string, (() => void)[]>;
}

export interface Turn<T> {
  /** Runs at once, before the turn is queued; when it rejects, `work` never runs. */
  admit: () => Promise<void>;
  /**
   * Runs again after an error that `isContention` recognises, and holds nothing in between.
   * @param mayWait whether it may wait for a lock; otherwise it must fail at once
   */
  work: (mayWait: boolean) => Promise<T>;
  /** The time, by `performance.now()`, after which no attempt begins and the caller is answered. */
  deadlineMs: number;
  /** Creates the error for a person with too many turns. */
  tooMany: () => Error;
}

/**
 * Runs work for the same key one after the other. Work that would wait for the same row lock waits
 * here instead, without one of the pool's few connections, also when another node holds the lock.
 * Persons are served in rotation, so that a hundred requests of one person delay the others by one
 * turn per round only.
 */
export class KeyedQueue {
  private readonly lines = new Map<string, Line>();
  /** The number of turns by key and person: running, waiting, or being admitted. */
  private readonly places = new Map<string, number>();

  private waitingAttempts = 0;
  private waitingTurns = 0;

  /** @param limited whether a person's turns are limited; load tests switch that off */
  constructor(private readonly limited: boolean) {}

  /** The number of admitted turns that have not begun, over all keys. */
  get waiting(): number {
    return this.waitingTurns;
  }

  /** The number of admitted turns of one key that have not begun. */
  waitingFor(key: string): number {
    return this.lines.get(key)?.length ?? 0;
  }

  /**
   * Runs the work in the person's turn.
   * @throws `tooMany()` at once, the error of `admit` or `work`, or an error that `isOutage`
   *   recognises when there is no result by the deadline
   */
  async serialize<T>(key: string, person: string, turn: Turn<T>): Promise<T> {
    const place = `${key} ${person}`;
    const taken = this.places.get(place) ?? 0;
    if (this.limited && taken >= PER_PERSON) throw turn.tooMany();
    this.places.set(place, taken + 1);
    const call = { isAnswered: false };
    const done = this.run(key, person, turn, call).finally(() => this.leave(place));
    return withTimeout(leftUntil(turn.deadlineMs), done).finally(() => (call.isAnswered = true));
  }

  private async run<T>(
    key: string,
    person: string,
    { admit, work, deadlineMs }: Turn<T>,
    call: { isAnswered: boolean },
  ): Promise<T> {
    await admit();
    await this.wait(key, person);
    let isPassed = false;
    const pass = (): void => {
      if (!isPassed) this.next(key);
      isPassed = true;
    };
    try {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        for (const mayWait of [false, true]) {
          // No timer has run yet in a process that wakes up, so the clock decides as well.
          if (call.isAnswered || leftUntil(deadlineMs) <= 0) throw timeoutError();
          if (mayWait && this.waitingAttempts >= WAITING_ATTEMPTS) break;
          const dead = setTimeout(pass, ATTEMPT_MS);
          const result = await this.attempt(work, mayWait).finally(() => clearTimeout(dead));
          if (result) return result.value;
        }
        // The jitter lets each of several nodes find the lock free.
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    } finally {
      pass();
    }
  }

  /** @returns undefined when another transaction was in the way */
  private async attempt<T>(
    work: Turn<T>['work'],
    mayWait: boolean,
  ): Promise<{ value: T } | undefined> {
    if (mayWait) this.waitingAttempts += 1;
    try {
      return { value: await work(mayWait) };
    } catch (error) {
      if (!isContention(error)) throw error;
      return undefined;
    } finally {
      if (mayWait) this.waitingAttempts -= 1;
    }
  }

  /** Resolves when this person's turn has come. */
  private wait(key: string, person: string): Promise<void> {
    const line = this.lines.get(key) ?? {
      isTaken: false,
      length: 0,
      waiting: new Map<string, never[]>(),
    };
    this.lines.set(key, line);
    if (!line.isTaken) {
      line.isTaken = true;
      return Promise.resolve();
    }
    this.waitingTurns += 1;
    line.length += 1;
    return new Promise((begin) => {
      line.waiting.set(person, [...(line.waiting.get(person) ?? []), begin]);
    });
  }

  private next(key: string): void {
    const line = this.lines.get(key);
    const [first] = line?.waiting ?? [];
    if (!line || !first) {
      this.lines.delete(key);
      return;
    }
    const [person, [begin, ...later]] = first;
    this.waitingTurns -= 1;
    line.length -= 1;
    line.waiting.delete(person);
    if (later.length > 0) line.waiting.set(person, later);
    begin?.();
  }

  private leave(place: string): void {
    const left = (this.places.get(place) ?? 1) - 1;
    if (left > 0) this.places.set(place, left);
    else this.places.delete(place);
  }
}
