// @ts-check
import { randomUUID } from 'node:crypto';
import { answerCommands } from '../arena/talk.mjs';
import { pressByHttp } from './http-press.mjs';
import { LightSocket } from './light-socket.mjs';

/**
 * Many tabs in one process, as light as the protocol allows, so that the servers are measured and not
 * their clients. All times of a press are taken here, by one clock.
 *
 * @typedef {object} Opening
 * @property {string} group
 * @property {number} port
 * @property {string} origin
 * @property {number} count
 * @property {string[]} [tokens] of ResQ, one for each socket
 * @property {boolean} [bare] speaks plain WebSocket
 * @property {boolean} [isDisplay] connects as a display of a stairwell
 * @property {'by event' | 'in handshake'} [reports] how each tab gives its state, which is accepted
 * @property {string[]} [deviceIds] one for each socket
 *
 * @typedef {object} Press
 * @property {string} [group] whose sockets must all receive it
 * @property {string} [frame] sent by the group's first socket
 * @property {boolean} [isAcknowledged] whether the frame is answered
 * @property {import('./http-press.mjs').HttpPress} [http] instead of a frame
 * @property {'at once' | 'spread'} [receipts] each socket reports the alarm; spread as the alarm asks tabs
 * @property {import('./http-press.mjs').HttpPress} [next] a press in another building when the last socket has received this one
 */

/** A message with the id 9 is answered by 439. */
const PRESS_ACK = '439[';
const RECEIPT_ACK = '431[';
const STATE_ACK = '432[';
const STATE = { sound: 'armed', push: 'off', visible: true, build: 'bench' };
const RAISED = '"kind":"raised"';

/** @typedef {{ sockets: LightSocket[], press?: Pending }} Group */
/** @type {Map<string, Group>} */
const groups = new Map();

/** Counts what one press causes. */
class Pending {
  firstMs = NaN;
  arrived = 0;
  receipts = 0;
  /** @type {(ms: number) => void} */
  onAnswer = () => undefined;
  /** @type {(ms: number) => void} */
  onLast = () => undefined;
  /** @type {() => void} */
  onReceipts = () => undefined;
  answer = new Promise((resolve) => (this.onAnswer = resolve));
  last = new Promise((resolve) => (this.onLast = resolve));
  allReceipts = new Promise((resolve) => (this.onReceipts = () => resolve(undefined)));

  /** @param {number} count @param {Press['receipts']} sends */
  constructor(count, sends) {
    this.count = count;
    this.sends = sends;
  }
}

answerCommands({
  open: async (/** @type {Opening} */ { group, count, ...options }) => {
    const beganMs = performance.now();
    /** @type {Group} */
    const opened = { sockets: [] };
    groups.set(group, opened);
    const all = Array.from({ length: count }, (_, n) => connect(opened, n, options));
    await Promise.all(all);
    return performance.now() - beganMs;
  },
  close: (/** @type {{ group: string }} */ { group }) => {
    for (const socket of groups.get(group)?.sockets ?? []) socket.terminate();
    groups.delete(group);
  },
  press,
});

/** @param {Group} group @param {number} n @param {Omit<Opening, 'group' | 'count'>} options */
function connect(group, n, { port, origin, tokens, bare, isDisplay, reports, deviceIds }) {
  const path = bare ? '/' : '/socket.io/?EIO=4&transport=websocket';
  const socket = new LightSocket({ port, path, origin });
  group.sockets.push(socket);
  const deviceId = deviceIds?.[n] ?? randomUUID();
  const token = tokens?.[n];
  const state = reports === 'in handshake' ? STATE : undefined;
  let isAccepted = !state;
  return new Promise((/** @type {(value?: unknown) => void} */ ready, failed) => {
    socket.onEnd = failed;
    if (bare) socket.onOpen = () => ready();
    socket.onText = (text) => {
      if (text.includes(RAISED) && text.startsWith('42["alarm:event"')) {
        receive(group, socket, deviceId, text);
      } else if (text === '2') socket.send('3');
      else if (text.startsWith('0')) {
        const auth = isDisplay ? { token } : { token, deviceId, state };
        socket.send(`40${isDisplay ? '/kiosk,' : ''}${JSON.stringify(auth)}`);
      } else if (text.startsWith('42/kiosk,')) show(socket, text, ready);
      else if (text.startsWith('40') && !token) ready();
      else if (text.startsWith('44')) failed(new Error(text));
      else if (text.startsWith('42["sync"')) {
        if (state && !isAccepted) failed(new Error('the state was not accepted'));
        if (reports === 'by event') socket.send(`422${JSON.stringify(['device:state', STATE])}`);
        else ready();
      } else if (text.startsWith('42["device:accepted"')) isAccepted = true;
      else if (text.startsWith(STATE_ACK)) ready();
      else if (text.startsWith(PRESS_ACK)) accept(group, text);
      else if (text.startsWith(RECEIPT_ACK)) countReceipt(group);
    };
  });
}

/**
 * Reports the alarms of a display's state as shown, as its page does.
 * @param {LightSocket} socket @param {string} text @param {() => void} ready
 */
function show(socket, text, ready) {
  const [, { alarms = [] }] = JSON.parse(text.slice('42/kiosk,'.length));
  const shown = alarms.map((/** @type {{ id: string }} */ { id }) => id);
  socket.send(`42/kiosk,${JSON.stringify(['kiosk:report', { sound: 'on', shown }])}`);
  ready();
}

/** @param {Press} press */
async function press({ group = '', frame, isAcknowledged, http, receipts, next }) {
  const known = groups.get(group);
  const pending = new Pending(known?.sockets.length ?? 0, receipts);
  if (known) known.press = pending;
  const beganMs = performance.now();
  if (http) {
    await pressDurably(http);
    pending.onAnswer(performance.now());
  } else {
    known?.sockets[0]?.send(frame ?? '');
  }
  const answeredMs = http || isAcknowledged ? await pending.answer : NaN;
  const lastMs = known ? await pending.last : NaN;
  const nextMs = next ? await timed(() => pressDurably(next)) : NaN;
  if (receipts) await pending.allReceipts;
  const since = (/** @type {number} */ ms) => ms - beganMs;
  return {
    answeredMs: since(answeredMs),
    firstMs: since(pending.firstMs),
    lastMs: since(lastMs),
    nextMs,
  };
}

/** @param {import('./http-press.mjs').HttpPress} http */
async function pressDurably(http) {
  const { status } = await pressByHttp(http);
  if (status !== 201) throw new Error(`a press was answered with ${status}`);
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}

/** @param {Group} group @param {LightSocket} socket @param {string} deviceId @param {string} text */
function receive({ press }, socket, deviceId, text) {
  if (!press) return;
  const nowMs = performance.now();
  if (press.arrived === 0) press.firstMs = nowMs;
  press.arrived += 1;
  if (press.sends) {
    const { 1: event } = JSON.parse(text.slice(2));
    const receipt = { alarmId: event.alarm.id, deviceId, level: 'received' };
    const report = () => socket.send(`421${JSON.stringify(['alarm:receipt', receipt])}`);
    if (press.sends === 'spread') setTimeout(report, (event.receiptsWithinMs ?? 0) * Math.random());
    else report();
  }
  if (press.arrived === press.count) press.onLast(nowMs);
}

/** @param {Group} group @param {string} text */
function accept({ press }, text) {
  if (!text.includes('"ok":true')) throw new Error(`a press was answered with ${text}`);
  press?.onAnswer(performance.now());
}

/** @param {Group} group */
function countReceipt({ press }) {
  if (!press) return;
  press.receipts += 1;
  if (press.receipts === press.count) press.onReceipts();
}
