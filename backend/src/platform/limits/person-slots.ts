import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.js';
import { CONFIG } from '../tokens.js';
import type { Limit } from './person-limits.js';

interface Slots {
  taken: number;
  waiting: (() => void)[];
}

/** Bounds how many requests of one person run at once; the others wait here, without a connection. */
@Injectable()
export class PersonSlots {
  private readonly slots = new Map<string, Slots>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @returns a function to call once when the request has ended; it gives the slot back */
  async take(
    { name, atOnce }: Pick<Limit, 'name' | 'atOnce'>,
    userId: string,
  ): Promise<() => void> {
    if (atOnce === undefined || !this.config.rateLimits) return () => undefined;
    const key = `${name} ${userId}`;
    const slots = this.slots.get(key) ?? { taken: 0, waiting: [] };
    this.slots.set(key, slots);
    if (slots.taken < atOnce) slots.taken += 1;
    else await new Promise<void>((begin) => slots.waiting.push(begin));
    return () => this.release(key, slots);
  }

  private release(key: string, slots: Slots): void {
    const next = slots.waiting.shift();
    if (next) return next();
    slots.taken -= 1;
    if (slots.taken === 0) this.slots.delete(key);
  }
}
