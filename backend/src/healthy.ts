/**
 * Ends with 0 when the health route answers that this node is ready, for the health check of a container:
 * `node backend/dist/healthy.js http://127.0.0.1:3000/api/health/ready`. The image has no other program
 * that asks by HTTP.
 */
const [, , address = ''] = process.argv;
const LIMIT_MS = 4_000;

try {
  const { ok } = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
