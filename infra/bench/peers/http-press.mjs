// @ts-check
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** @typedef {{ url: string, token: string, buildingId: string }} HttpPress */

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
    const sent = request(address, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}
