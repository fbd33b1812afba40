import { Queue, Worker, createPostgresBackend, runMigrations } from 'bullmq';
import pg from 'pg';
import { CONNECTION, ImpatientClient } from '../database/impatient-client.js';
import { patient } from './patient-pool.js';

const SCHEMA = 'bullmq';
const QUEUE = 'alarms';
const POOL_SIZE = 6;
const RETRY_MS = 1_000;
const CLOSE_MS = 5_000;

/** BullMQ's parts, built while the database answered. */
export interface QueueConnection {
  queue: Queue;
  close(): Promise<void>;
}

interface Options {
  databaseUrl: string;
  work: (rowId: string) => Promise<void>;
  onError: (error: Error) => void;
}

/**
 * Builds the queue and its worker. BullMQ remembers for ever that its first look at the database
 * failed, and a worker that runs on such a memory asks without a pause until the memory is full. So
 * nothing runs before both have looked, and a failure takes everything down again.
 */
export async function openQueue({ databaseUrl, work, onError }: Options): Promise<QueueConnection> {
  const config = { ...CONNECTION, connectionString: databaseUrl };
  await migrateQueue(config);
  const pool = new pg.Pool({
    ...config,
    max: POOL_SIZE,
    options: `-c search_path=${SCHEMA}`,
    // BullMQ's LISTEN is silent for minutes, but nothing is asked on it then.
    Client: ImpatientClient,
  });
  pool.on('error', onError);
  const connection = patient(pool) as never;
  const backend = createPostgresBackend as never;
  const queue = new Queue(QUEUE, { connection }, backend);
  const worker = new Worker(
    QUEUE,
    (job) => work(String(job.data)),
    { connection, autorun: false, runRetryDelay: RETRY_MS },
    backend,
  );
  queue.on('error', onError);
  worker.on('error', onError);
  const close = async (): Promise<void> => {
    // Without a database neither can say goodbye.
    await Promise.race([
      Promise.allSettled([worker.close(), queue.close()]),
      new Promise((late) => setTimeout(late, CLOSE_MS).unref()),
    ]);
    await pool.end();
  };
  try {
    await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
  } catch (error) {
    await close();
    throw error;
  }
  worker.run().catch(onError);
  return { queue, close };
}

async function migrateQueue(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}
