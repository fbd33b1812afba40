// @ts-check
import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';

/**
 * Many tabs in one process, as light as the protocol allows, so that the servers are measured and not
 * their clients. Commands over IPC: `open`, `expect`, `close`.
 * @typedef {{ open?: { url: string, origin: string, count: number, token?: string, bare?: boolean },
 *   expect?: { receipts: boolean }, close?: true }} Command
 */

/** @type {WebSocket[]} */
let sockets = [];
let receipts = false;
let arrived = 0;
let acknowledged = 0;
let firstMs = 0;

process.on('message', (message) => {
  const command = /** @type {Command} */ (message);
  if (command.open) void open(command.open);
  if (command.expect) {
    receipts = command.expect.receipts;
    arrived = acknowledged = 0;
    process.send?.('expecting');
  }
  if (command.close) {
    for (const socket of sockets) socket.terminate();
    sockets = [];
    process.send?.('closed');
  }
});

/** @param {NonNullable<Command['open']>} options */
async function open({ url, origin, count, token, bare }) {
  const beganMs = performance.now();
  await Promise.all(Array.from({ length: count }, () => connect({ url, origin, token, bare })));
  process.send?.({ openedMs: performance.now() - beganMs });
}

/** @param {{ url: string, origin: string, token?: string, bare?: boolean }} options */
function connect({ url, origin, token, bare }) {
  const path = bare ? '' : '/socket.io/?EIO=4&transport=websocket';
  const socket = new WebSocket(url + path, { origin, perMessageDeflate: false });
  sockets.push(socket);
  const deviceId = randomUUID();
  return new Promise((/** @type {(value?: unknown) => void} */ ready, failed) => {
    socket.on('error', failed);
    if (bare) socket.on('open', () => ready());
    socket.on('message', (data) => {
      const text = data.toString();
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token, deviceId })}`);
      else if (text.startsWith('40') && !token) ready();
      else if (text.startsWith('44')) failed(new Error(text));
      else if (text.startsWith('42["sync"')) ready();
      else if (text.startsWith('43')) countAcknowledgement();
      else if (text.includes('"kind":"raised"')) receive(socket, deviceId, text);
    });
  });
}

/** @param {WebSocket} socket @param {string} deviceId @param {string} text */
function receive(socket, deviceId, text) {
  if (arrived === 0) firstMs = performance.now();
  arrived += 1;
  if (receipts) {
    const { 1: event } = JSON.parse(text.slice(2));
    const receipt = { alarmId: event.alarm.id, deviceId, level: 'received' };
    socket.send(`421${JSON.stringify(['alarm:receipt', receipt])}`);
  }
  if (arrived < sockets.length) return;
  process.send?.({ received: { spreadMs: performance.now() - firstMs, at: Date.now() } });
}

function countAcknowledgement() {
  acknowledged += 1;
  if (acknowledged === sockets.length) process.send?.('acknowledged');
}
