import { setTimeout as sleep } from 'node:timers/promises';
import { timeoutError, withTimeout } from '../with-timeout.js';

/** A turn that takes longer is passed on: its connection may be dead. */
const TURN_MS = 500;
/** One change runs while the next one of the same person waits; more than that is a flood. */
const PER_PERSON = 2;

interface Line {
  isTaken: boolean;
  /** The waiting turns of each person; persons in the order in which they are served. */
  waiting: Map<string, (() => void)[]>;
}

export interface Turn<T> {
  /** Runs at once, before the turn; a rejection gives the place up. */
  admit: () => Promise<void>;
  work: () => Promise<T>;
  limitMs: number;
  /** The error for a person who has too many turns waiting. */
  tooMany: () => Error;
}

/**
 * Runs work for the same key one after the other, so that work which would wait for the same row
 * lock waits here and leaves the pool's few connections to others. Persons are served in rotation:
 * one who asks a hundred times delays everybody else by one turn at most.
 */
export class KeyedQueue {
  private readonly lines = new Map<string, Line>();
  /** The number of turns by key and person: running, waiting, or being admitted. */
  private readonly places = new Map<string, number>();

  /** @param limited whether a person's turns are limited; load tests switch that off */
  constructor(private readonly limited: boolean) {}

  /**
   * @throws whatever `admit` or `work` throws, `tooMany()` at once, or what `isOutage` recognises
   *   when neither turn nor result came within `limitMs`
   */
  async serialize<T>(key: string, person: string, turn: Turn<T>): Promise<T> {
    const place = `${key} ${person}`;
    const taken = this.places.get(place) ?? 0;
    if (this.limited && taken >= PER_PERSON) throw turn.tooMany();
    this.places.set(place, taken + 1);
    const late = AbortSignal.timeout(turn.limitMs);
    const done = this.run(key, person, turn, late).finally(() => this.leave(place));
    return withTimeout(turn.limitMs, done);
  }

  private async run<T>(
    key: string,
    person: string,
    { admit, work }: Turn<T>,
    late: AbortSignal,
  ): Promise<T> {
    await admit();
    await this.wait(key, person);
    if (late.aborted) {
      this.next(key);
      throw timeoutError();
    }
    const running = work();
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    void Promise.race([ended, sleep(TURN_MS, undefined, { ref: false })]).then(() =>
      this.next(key),
    );
    return running;
  }

  /** Resolves when this person's turn has come. */
  private wait(key: string, person: string): Promise<void> {
    const line = this.lines.get(key) ?? { isTaken: false, waiting: new Map<string, never[]>() };
    this.lines.set(key, line);
    if (!line.isTaken) {
      line.isTaken = true;
      return Promise.resolve();
    }
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
