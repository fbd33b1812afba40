import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { POOLS } from '../database/connections/connection-needs.js';
import { CONNECTION, TimeoutClient } from '../database/connections/timeout-client.js';
import { withTimeout } from '../with-timeout.js';

/** The package's index would load all of it, long before a queue opens. */
const MIGRATOR = 'bullmq/dist/cjs/postgres/migrator.js';
const { runMigrations } = createRequire(import.meta.url)(MIGRATOR) as Pick<
  typeof import('bullmq'),
  'runMigrations'
>;

/** The schema that belongs to BullMQ. */
const SCHEMA = 'bullmq';

/**
 * The number of jobs that run at once. The audit chain is sealed link by link. Pushes wait for slow
 * push services, so they have queues in which nothing else waits, and those of real alarms wait behind
 * no other ones.
 */
export const CONCURRENCY = { alarms: 4, audit: 1, housekeeping: 1, notices: 2, push: 4 };
export type QueueName = keyof typeof CONCURRENCY;
const NAMES = Object.keys(CONCURRENCY) as QueueName[];

/** A job that fails this often has failed for good. */
export const ATTEMPTS = 5;

const RETRY_MS = 1_000;
const REFUSAL_MS = 1_000;
const CLOSE_MS = 5_000;
/** A dead worker holds its job for this long; then another one takes it. */
const LOCK_MS = 10_000;
const STALLED_LOOK_MS = 5_000;

/**
 * Brings BullMQ's schema up to date. A role that may not create a schema leaves that to a node with
 * the address of the owner; the queues check the version when they open.
 */
export async function migrateQueue(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'create') as may`,
  );
  if (rows[0]?.may) await runMigrations(client, SCHEMA);
}

/** BullMQ's queues and workers, connected to the database. */
export interface QueueConnection {
  /** A row that is in the queue already is not added again. */
  add(queue: QueueName, job: { name: string; rowId: string }): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  databaseUrl: string;
  /** @param attempt counts from 1 */
  work: (rowId: string, attempt: number) => Promise<void>;
  onError: (error: Error) => void;
}

/**
 * Opens the queues and their workers. A BullMQ worker whose first query failed never recovers: it
 * retries without a pause until the memory is full. Therefore no worker runs before all parts are
 * ready, and a failure closes everything again.
 */
export async function openQueues(options: Options): Promise<QueueConnection> {
  const { databaseUrl, onError } = options;
  // A tenth of a start's CPU: a node saves alarms before it has loaded this.
  const bullmq = await import('bullmq');
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionString: databaseUrl,
    // Five workers listen on one connection each, and share the others: a running job holds none.
    max: POOLS.jobs,
    options: `-c search_path=${SCHEMA}`,
    // BullMQ's LISTEN connection is silent for minutes, but no query waits on it then.
    Client: TimeoutClient,
  });
  // Each queue and each worker listens for the pool's errors, as this does.
  pool.setMaxListeners(2 * NAMES.length + 1);
  pool.on('error', onError);
  // The pool reports the errors of idle clients alone.
  pool.on('connect', (client) => client.on('error', onError));
  const queues = new Map(NAMES.map((name) => [name, openQueue(bullmq, name, pool, options)]));
  const parts = [...queues.values()].flatMap(({ queue, worker }) => [worker, queue]);
  const close = async (): Promise<void> => {
    // Without a database, closing does not finish.
    const closing = Promise.allSettled(parts.map((part) => part.close()));
    await withTimeout(CLOSE_MS, closing).catch(() => undefined);
    await pool.end();
  };
  try {
    await Promise.all(parts.map((part) => part.waitUntilReady()));
  } catch (error) {
    await close();
    throw error;
  }
  for (const { worker } of queues.values()) worker.run().catch(onError);
  const add: QueueConnection['add'] = async (queue, { name, rowId }) => {
    await queues.get(queue)?.queue.add(name, rowId, {
      jobId: `outbox-${rowId}`,
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: 250 },
      // The outbox holds the result. An old job with this id would block a row that is reopened.
      removeOnComplete: true,
      removeOnFail: true,
    });
  };
  return { add, close };
}

function openQueue(
  { Queue, Worker, createPostgresBackend }: typeof import('bullmq'),
  name: QueueName,
  pool: pg.Pool,
  { work, onError }: Options,
) {
  const connection = backoffPool(pool) as never;
  const backend = createPostgresBackend as never;
  const queue = new Queue(name, { connection }, backend);
  const worker = new Worker(
    name,
    (job) => work(String(job.data), job.attemptsMade + 1),
    {
      connection,
      autorun: false,
      concurrency: CONCURRENCY[name],
      runRetryDelay: RETRY_MS,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_LOOK_MS,
    },
    backend,
  );
  queue.on('error', onError);
  worker.on('error', onError);
  return { queue, worker };
}

/**
 * Wraps the pool for BullMQ so that a failure takes at least a second. BullMQ's worker retries by
 * itself, mostly at once. While a database refuses connections quickly, that would use up the CPU
 * and flood the log.
 */
function backoffPool(pool: pg.Pool): object {
  const slowly = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      await sleep(REFUSAL_MS);
      throw error;
    }
  };
  return {
    options: pool.options,
    connect: () => slowly(pool.connect()),
    query: (text: string, values?: unknown[]) => slowly(pool.query(text, values)),
    on: pool.on.bind(pool),
    end: () => pool.end(),
  };
}
