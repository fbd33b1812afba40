import { setTimeout as sleep } from 'node:timers/promises';
import { timeoutError, withTimeout } from '../with-timeout.js';

/** After this time the next turn begins too, because the running one's connection may be dead. */
const TURN_MS = 500;
/** A person may have one change running and one waiting; more than that is a flood. */
const PER_PERSON = 2;

interface Line {
  isTaken: boolean;
  /** The waiting turns of each person; persons in the order in which they are served. */
  waiting: Map<string, (() => void)[]>;
}

export interface Turn<T> {
  /** Runs at once, before the turn is queued; when it rejects, `work` never runs. */
  admit: () => Promise<void>;
  work: () => Promise<T>;
  limitMs: number;
  /** Creates the error for a person with too many turns. */
  tooMany: () => Error;
}

/**
 * Runs work for the same key one after the other. Work that would wait for the same row lock waits
 * here instead, without one of the pool's few connections. Persons are served in rotation, so that
 * a hundred requests of one person delay the others by one turn per round only.
 */
export class KeyedQueue {
  private readonly lines = new Map<string, Line>();
  /** The number of turns by key and person: running, waiting, or being admitted. */
  private readonly places = new Map<string, number>();

  /** @param limited whether a person's turns are limited; load tests switch that off */
  constructor(private readonly limited: boolean) {}

  /**
   * Runs the work in the person's turn.
   * @throws `tooMany()` at once, the error of `admit` or `work`, or an error that `isOutage`
   *   recognises when there is no result within `limitMs`
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
