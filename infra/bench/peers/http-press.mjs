// @ts-check
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** @typedef {{ url: string, token: string, buildingId: string }} HttpPress */
/** @typedef {{ status: number, retryInMs?: number }} Answer the status is 0 without an answer */

/** A tab gives up a request by then, and a press. */
const PATIENCE_MS = 5_000;
const GIVE_UP_MS = 60_000;
const RETRY_MS = 1_000;

const agent = new Agent({ keepAlive: true });

/** @param {HttpPress} press @param {string} [alarmId] @returns {Promise<Answer>} */
export function pressByHttp({ url, token, buildingId }, alarmId = randomUUID()) {
  const body = JSON.stringify({ alarmId, type: 'fire', separate: true });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const address = `${url}/api/buildings/${buildingId}/alarms`;
    const options = { method: 'POST', agent, headers, signal: AbortSignal.timeout(PATIENCE_MS) };
    const sent = request(address, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        resolve({ status, ...(status === 503 && { retryInMs: retryOf(text) }) });
      });
      response.on('error', () => resolve({ status: 0 }));
    });
    sent.on('error', () => resolve({ status: 0 }));
    sent.end(body);
  });
}

/**
 * Sends a press as a tab does: every second, or when the node says that it has room, for a minute.
 * @param {HttpPress} press
 * @returns {Promise<{ isSaved: boolean, requests: number, refusals: number }>}
 */
export function pressAsTab(press) {
  const alarmId = randomUUID();
  const beganMs = performance.now();
  return new Promise((resolve) => {
    let [requests, refusals, pausedUntilMs] = [0, 0, 0];
    /** @type {NodeJS.Timeout | undefined} */
    let again;
    const end = (/** @type {boolean} */ isSaved) => {
      clearInterval(timer);
      clearTimeout(again);
      resolve({ isSaved, requests, refusals });
    };
    const attempt = async () => {
      requests += 1;
      const { status, retryInMs } = await pressByHttp(press, alarmId);
      if (status === 200 || status === 201) return end(true);
      if (status === 503) refusals += 1;
      if (retryInMs === undefined) return;
      pausedUntilMs = performance.now() + retryInMs;
      clearTimeout(again);
      again = setTimeout(() => void attempt(), retryInMs);
    };
    const timer = setInterval(() => {
      if (performance.now() - beganMs >= GIVE_UP_MS) end(false);
      else if (performance.now() >= pausedUntilMs) void attempt();
    }, RETRY_MS);
    void attempt();
  });
}

/** @param {string} text @returns {number | undefined} */
function retryOf(text) {
  try {
    return JSON.parse(text).error.retryInMs;
  } catch {
    return undefined;
  }
}
