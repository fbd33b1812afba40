import { request, type Agent } from 'node:https';
import type { PushAnswer } from './push-outcome.js';

/** Push services answer with a few bytes; more is not worth reading. */
const MAX_ANSWER_BYTES = 64 * 1024;

interface Options {
  headers: Record<string, string | number>;
  body: Buffer | null;
  agent: Agent;
  /** For the whole request, from its connection to the status. */
  timeoutMs: number;
}

/**
 * Sends one request to a push service. Node's client follows no redirects.
 * @returns an empty answer when the network failed or it took too long
 */
export function postPush(endpoint: string, options: Options): Promise<PushAnswer> {
  const { headers, body, agent, timeoutMs } = options;
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = request(endpoint, { method: 'POST', headers, agent, signal });
    outgoing.on('error', () => resolve({}));
    outgoing.on('response', (response) => {
      resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] });
      let bytes = 0;
      response.on('error', () => undefined);
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) response.destroy();
      });
    });
    outgoing.end(body);
  });
}
