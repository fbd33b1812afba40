import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.js';
import { CONFIG } from '../tokens.js';
import type { Limit } from './person-limits.js';

interface Place {
  taken: number;
  waiting: (() => void)[];
}

/** Bounds how much work of each key runs at once; the rest waits in the order in which it came. */
export class Slots {
  private readonly places = new Map<string, Place>();

  /** The number of those that wait for a slot of this key. */
  waiting(key: string): number {
    return this.places.get(key)?.waiting.length ?? 0;
  }

  /** @returns a function to call once when the work has ended; it hands the slot on */
  async take(key: string, atOnce: number): Promise<() => void> {
    const place = this.places.get(key) ?? { taken: 0, waiting: [] };
    this.places.set(key, place);
    if (place.taken < atOnce) place.taken += 1;
    else await new Promise<void>((begin) => place.waiting.push(begin));
    return () => this.release(key, place);
  }

  async run<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T> {
    const release = await this.take(key, atOnce);
    try {
      return await work();
    } finally {
      release();
    }
  }

  private release(key: string, place: Place): void {
    const next = place.waiting.shift();
    if (next) return next();
    place.taken -= 1;
    if (place.taken === 0) this.places.delete(key);
  }
}

/** Bounds how many requests of one person run at once; the others wait here, without a connection. */
@Injectable()
export class PersonSlots {
  private readonly slots = new Slots();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @returns a function to call once when the request has ended; it gives the slot back */
  async take(
    { name, atOnce }: Pick<Limit, 'name' | 'atOnce'>,
    userId: string,
  ): Promise<() => void> {
    if (atOnce === undefined || !this.config.rateLimits) return () => undefined;
    return this.slots.take(`${name} ${userId}`, atOnce);
  }
}
