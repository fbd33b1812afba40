interface Slots {
  taken: number;
  waiting: (() => void)[];
}

/** Bounds the requests to each host at once, so that a slow push service holds up its own alone. */
export class HostSlots {
  private readonly hosts = new Map<string, Slots>();

  constructor(private readonly atOnce: number) {}

  async run<T>(host: string, work: () => Promise<T>): Promise<T> {
    const slots = this.hosts.get(host) ?? { taken: 0, waiting: [] };
    this.hosts.set(host, slots);
    if (slots.taken < this.atOnce) slots.taken += 1;
    else await new Promise<void>((begin) => slots.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = slots.waiting.shift();
      if (next) next();
      else slots.taken -= 1;
      if (slots.taken === 0) this.hosts.delete(host);
    }
  }
}
