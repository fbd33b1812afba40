// @ts-check
import { createServer } from 'node:net';

/**
 * The ports lie below the system's range for outgoing connections. A client that keeps trying a
 * port in that range can connect to itself, and then the server never gets its port back.
 */
const FIRST = 20_000;
const COUNT = 10_000;

/** @returns {Promise<number>} a port on which nothing listens */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isFree(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
