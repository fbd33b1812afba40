import { PostgresQueueBackend } from 'bullmq';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { ARRIVES_MS, until } from './wait-until.js';

/** The parts of BullMQ that the tests of its wake-ups use. */
interface Backend {
  queueName: string;
  connection: { getListenClient(): Promise<pg.Client> };
  waitForJob: (this: Backend, seconds: number) => Promise<unknown>;
  run: (this: Backend, name: string, values: unknown[]) => Promise<unknown>;
}

interface Waits {
  begun: number;
  ended: number;
  probes: number;
}

/** The queries with which a wait begins, so that it misses no earlier job. */
const PROBES = ['has_waiting_job', 'next_delay'];
let waits = new Map<string, Waits>();

/**
 * The waits of workers for a job that begin from now on last this long unless they are woken, until
 * the mocks are restored.
 * @param before called before each wait, with the connection of its wake-ups
 */
export function workersWait(seconds: number, before?: (client: pg.Client) => unknown): void {
  const prototype = PostgresQueueBackend.prototype as unknown as Backend;
  const { waitForJob, run } = prototype;
  // A wait of an earlier call may end during this one, and counts for its own call only.
  const counts = new Map<string, Waits>();
  waits = counts;
  const count = ({ queueName }: Backend, what: keyof Waits): void => {
    const counted = counts.get(queueName) ?? { begun: 0, ended: 0, probes: 0 };
    counts.set(queueName, { ...counted, [what]: counted[what] + 1 });
  };
  jest.spyOn(prototype, 'waitForJob').mockImplementation(async function (this: Backend) {
    count(this, 'begun');
    await before?.(await this.connection.getListenClient());
    return waitForJob.call(this, seconds).finally(() => count(this, 'ended'));
  });
  jest.spyOn(prototype, 'run').mockImplementation(async function (this: Backend, ...args) {
    const found = await run.apply(this, args);
    if (PROBES.includes(args[0])) count(this, 'probes');
    return found;
  });
}

/** Waits until only a wake-up or the end of its wait makes the queue's worker ask for a job. */
export async function untilWorkerWaits(by: DataSource, queue: string): Promise<void> {
  await until('the worker waits', ARRIVES_MS, async () => {
    // A job that ends takes the next one without a wake-up.
    const jobs = await by.query<object[]>('select 1 from bullmq.job where queue = $1', [queue]);
    const { begun, ended, probes } = waits.get(queue) ?? { begun: 0, ended: 0, probes: 0 };
    return jobs.length === 0 && begun > ended && probes === begun * PROBES.length;
  });
}
