// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { freePort } from '../../local/ports.mjs';
import { startRedis } from '../../local/redis.mjs';
import { repository } from '../../local/repository.mjs';
import { PROBED, stopChild } from './node.mjs';

/** @typedef {import('../peers/http-press.mjs').HttpPress} HttpPress */

const FOLDER = join(repository, 'infra/bench/plain-app');

/**
 * Starts the plain way of sending an alarm, on the same PostgreSQL, in a schema of its own.
 * @param {string} databaseUrl of the owner, because TypeORM creates the tables
 * @returns {Promise<{ senders: (count: number) => HttpPress[], stop: () => Promise<void> }>}
 */
export async function startPlainApp(databaseUrl) {
  const redis = await startRedis();
  const [port, secret] = [await freePort(), randomBytes(32).toString('hex')];
  const child = fork(await compiled(), {
    execArgv: [...PROBED, '--max-semi-space-size=64'],
    serialization: 'advanced',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      JWT_SECRET: secret,
    },
  });
  await once(child, 'message');
  const sender = () => ({
    url: `http://127.0.0.1:${port}`,
    token: jwt.sign({ sub: randomUUID() }, secret),
    buildingId: randomUUID(),
  });
  return {
    senders: (count) => Array.from({ length: count }, sender),
    stop: async () => {
      await stopChild(child);
      await redis.stop();
    },
  };
}

async function compiled() {
  const { transformFile } = await import('@swc/core');
  const options = { configFile: join(repository, 'backend/.swcrc'), sourceMaps: false };
  const { code } = await transformFile(join(FOLDER, 'app.ts'), options);
  const file = join(FOLDER, 'dist/app.mjs');
  mkdirSync(join(FOLDER, 'dist'), { recursive: true });
  writeFileSync(file, code);
  return file;
}
