// @ts-check
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { repository } from '../../local/repository.mjs';
import { Stop } from '../../local/say.mjs';

const PORT = 3180;
const METRICS_PORT = '9480';
const PATIENCE_MS = 120_000;
export const PASSWORD = 'demo-storgatan-12';
export const ORIGIN = `http://localhost:${PORT}`;

/** Starts the server of `npm start` on a temporary database. @returns a function that stops it */
export async function startServer() {
  const script = join(repository, 'infra/local/temporary-server.mjs');
  const env = { ...process.env, METRICS_PORT };
  const server = spawn(process.execPath, [script, String(PORT)], { stdio: 'ignore', env });
  const end = Date.now() + PATIENCE_MS;
  while (!(await isReady())) {
    if (Date.now() > end || server.exitCode !== null) throw new Stop('The server did not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const ended = new Promise((resolve) => server.once('exit', resolve));
  return () => {
    server.kill('SIGTERM');
    return ended;
  };
}

async function isReady() {
  try {
    return (await fetch(`${ORIGIN}/api/health/ready`)).ok;
  } catch {
    return false;
  }
}

/** Signs in a member whose presses this process sends, without a browser. @param {string} name */
export async function signIn(name) {
  const email = `${name}@resq.example`;
  const { accessToken } = await call('POST', '/auth/sign-in', { email, password: PASSWORD });
  const { memberships } = await call('GET', '/auth/me', undefined, accessToken);
  const buildingId = memberships[0].building.id;
  return {
    /** @param {string} type @returns {Promise<string>} the alarm's id */
    raise: async (type) => {
      const body = { alarmId: randomUUID(), type, separate: true };
      const path = `/buildings/${buildingId}/alarms`;
      return (await call('POST', path, body, accessToken)).alarm.id;
    },
    /** @param {string} id @param {string} response */
    respond: (id, response) => call('POST', `/alarms/${id}/responses`, { response }, accessToken),
    /** @param {string} id @returns {Promise<string>} the link to the sheet for the rescue service */
    handover: async (id) => (await call('POST', `/alarms/${id}/handover`, {}, accessToken)).url,
    /** @param {string} id */
    end: (id) => call('POST', `/alarms/${id}/end`, { outcome: 'resolved' }, accessToken),
  };
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
async function call(method, path, body, token) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${ORIGIN}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Stop(`${method} ${path}: ${answer.status}`);
  return answer.json();
}
