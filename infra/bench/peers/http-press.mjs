// @ts-check
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** @typedef {{ url: string, token: string, buildingId: string }} HttpPress */

/** A tab gives up a request by then. */
const PATIENCE_MS = 5_000;

const agent = new Agent({ keepAlive: true });

/** @param {HttpPress} press @returns {Promise<number>} the status; 0 without an answer */
export function pressByHttp({ url, token, buildingId }) {
  const body = JSON.stringify({ alarmId: randomUUID(), type: 'fire', separate: true });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const address = `${url}/api/buildings/${buildingId}/alarms`;
    const options = { method: 'POST', agent, headers, signal: AbortSignal.timeout(PATIENCE_MS) };
    const sent = request(address, options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}
