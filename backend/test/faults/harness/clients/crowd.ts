import { fork } from 'node:child_process';
import { join } from 'node:path';

export interface Guests {
  buildingId: string;
  /** The origin that the tabs send. */
  origin: string;
  /** Each connection of a tab goes to its next address, as behind a load balancer. */
  places: { token: string; urls: string[] }[];
}

export interface Sighting {
  /** The node that the tab is connected to. */
  url: string;
  /** The time of the tab's last sync at that node. */
  syncedAtMs: number;
  /** The time at which the tab applied the event; NaN when its state already contained it. */
  atMs: number;
}

/** The position of a tab, and the events that it has shown since it was opened. */
export interface Audit {
  /** The last event that the tab applied. */
  seq: number;
  resets: number;
  /** The number of events that it could not apply, because an earlier one is missing. */
  held: number;
  steps: number[];
  alarmIds: string[];
}

/** Longer than any bound for thousands of tabs. */
const LIMIT_MS = 30_000;

interface Answer {
  id: number;
  answer: unknown;
}

/** Runs thousands of tabs without pages, in a process of their own. */
export class Crowd {
  private readonly host = fork(join(__dirname, 'crowd-host.mjs'));
  private readonly answers = new Map<number, (answer: unknown) => void>();
  private count = 0;

  constructor() {
    this.host.on('message', ({ id, answer }: Answer) => {
      this.answers.get(id)?.(answer);
      this.answers.delete(id);
    });
  }

  /** Opens tabs and resolves when all of them are up to date. */
  open(guests: Guests): Promise<void> {
    return this.ask('open', guests);
  }

  /** Resolves when all tabs are connected and have applied the event. */
  shown(seq: number): Promise<Sighting[]> {
    return this.ask('shown', { seq });
  }

  /** Resolves when all tabs are connected, after at least one of them has lost its node. */
  moved(sinceMs: number): Promise<Sighting[]> {
    return this.ask('moved', { sinceMs });
  }

  audit(): Promise<Audit[]> {
    return this.ask('audit', {});
  }

  close(): void {
    if (this.host.connected) this.host.disconnect();
  }

  private ask<T>(name: string, asked: object): Promise<T> {
    const id = (this.count += 1);
    this.host.send({ id, name, asked });
    const what = `${name} ${JSON.stringify(asked).slice(0, 80)}`;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`not within ${LIMIT_MS} ms: ${what}`)),
        LIMIT_MS,
      );
      this.answers.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer as T);
      });
    });
  }
}
