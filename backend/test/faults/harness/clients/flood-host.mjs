// @ts-check
import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';

/**
 * Floods a node from a separate process, so that measurements of the node exclude the senders. Each
 * flood sends all its events at once over one connection.
 */

/**
 * @typedef {{ url: string, origin: string, token: string, event: string, count: number,
 *   payload: Record<string, unknown> }} Flood a `uuid` in the payload stands for a new id in each
 *   event, and `#` in a text for the number of the event
 */

/** Longer than a node takes to answer everything. */
const ANSWER_MS = 20_000;

/** @param {Flood} flood @param {number} n */
function payloadOf({ payload }, n) {
  const entries = Object.entries(payload).map(([key, value]) => [
    key,
    value === 'uuid'
      ? randomUUID()
      : typeof value === 'string'
        ? value.replace('#', `${n}`)
        : value,
  ]);
  return Object.fromEntries(entries);
}

/** @param {Flood} flood */
async function connect(flood) {
  const { url, origin, token } = flood;
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token, deviceId: randomUUID() },
    extraHeaders: { Origin: origin },
  });
  await new Promise((connected, refused) => {
    socket.once('connect', () => connected(undefined));
    socket.once('connect_error', refused);
  });
  return { flood, socket };
}

/** @type {Awaited<ReturnType<typeof connect>>[]} */
let connected = [];

/** @returns {Promise<Record<string, number>[]>} for each flood, the number of answers by code */
function pour() {
  return Promise.all(
    connected.map(async ({ flood, socket }) => {
      /** @type {Record<string, number>} */
      const codes = {};
      const answers = Array.from({ length: flood.count }, async (_, n) => {
        const code = await socket
          .timeout(ANSWER_MS)
          .emitWithAck(flood.event, payloadOf(flood, n))
          .then((ack) => (ack.ok ? 'ok' : ack.error.code))
          .catch(() => 'unanswered');
        codes[code] = (codes[code] ?? 0) + 1;
      });
      await Promise.all(answers);
      return codes;
    }),
  );
}

process.on('message', async (/** @type {Flood[] | 'pour'} */ message) => {
  if (message !== 'pour') connected = await Promise.all(message.map(connect));
  process.send?.(message === 'pour' ? await pour() : 'connected');
});
process.once('disconnect', () => process.exit());
