// @ts-check
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Many WebSocket connections that reconnect as a tab does, in a process of their own. */
const ALARM_BYTES = 700;
const HEAD_END = '\r\n\r\n';
const RECONNECT_MS = 500;
/** A press that takes longer is shown as failed. */
const ANSWER_MS = 3_000;
const POLL_MS = 5;
/** A proxy closes the connections of a killed node one after the other. */
const LOST_MS = 3_000;
/** More at once would measure the kernel's queue of new connections. */
const AT_ONCE = 500;

/** @typedef {{ isOpen: boolean, openedAtMs: number, bytes: number }} Tab */

/** @type {Tab[]} */
const tabs = [];

/** @param {number} port @param {Tab} tab */
function open(port, tab) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let head = '';
  socket.on('connect', () =>
    socket.write(
      `GET /socket.io/ HTTP/1.1\r\nHost: localhost:${port}\r\nUpgrade: websocket\r\n` +
        'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==${HEAD_END}`,
    ),
  );
  socket.on('data', (chunk) => {
    if (tab.isOpen) tab.bytes += chunk.length;
    else head += chunk.toString('latin1');
    if (tab.isOpen || !head.includes(HEAD_END)) return;
    tab.isOpen = head.startsWith('HTTP/1.1 101');
    tab.openedAtMs = Date.now();
    if (!tab.isOpen) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    tab.isOpen = false;
    setTimeout(() => open(port, tab), RECONNECT_MS * (0.5 + Math.random()));
  });
}

/** @param {() => boolean} met */
async function until(met) {
  while (!met()) await sleep(POLL_MS);
}

const allOpen = () => tabs.every(({ isOpen }) => isOpen);

const questions = {
  /** @param {{ port: number, count: number }} asked */
  open: async ({ port, count }) => {
    for (let left = count; left > 0; left -= AT_ONCE) {
      for (let n = 0; n < Math.min(left, AT_ONCE); n += 1) {
        const tab = { isOpen: false, openedAtMs: 0, bytes: 0 };
        tabs.push(tab);
        open(port, tab);
      }
      await until(allOpen);
    }
  },
  receive: async () => {
    for (const tab of tabs) tab.bytes = 0;
    await until(() => tabs.every(({ bytes }) => bytes >= ALARM_BYTES));
  },
  lose: async () => {
    const since = Date.now();
    await sleep(LOST_MS);
    await until(allOpen);
    const back = tabs.map(({ openedAtMs }) => openedAtMs - since).filter((ms) => ms > 0);
    return { lost: back.length, backMs: Math.max(...back) };
  },
  /** @param {{ port: number, count: number }} asked */
  request: async ({ port, count }) => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const address = `http://localhost:${port}/api/auth/me`;
    const all = Array.from({ length: count }, () => fetch(address, { signal }));
    const settled = await Promise.allSettled(all);
    return { answered: settled.filter((one) => one.status === 'fulfilled').length };
  },
};

process.on('message', async (/** @type {Record<string, any>} */ message) => {
  const [[name, asked] = ['', {}]] = Object.entries(message);
  const since = performance.now();
  const more = await questions[/** @type {keyof typeof questions} */ (name)](asked);
  process.send?.({ tookMs: Math.round(performance.now() - since), ...more });
});
process.once('disconnect', () => process.exit());
