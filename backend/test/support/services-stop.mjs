import { rmSync } from 'node:fs';

export default async function stopServices() {
  const { postgres, redis, dataDir } = globalThis.resqServices;
  await Promise.all([postgres.stop(), redis.stop()]);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
