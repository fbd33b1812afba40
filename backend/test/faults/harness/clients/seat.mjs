// @ts-check
import { randomUUID } from 'node:crypto';
import { RawSocket } from './raw-socket.mjs';

const RECONNECT_MS = 500;

/**
 * @typedef {{ seq: number, kind: string, alarm: { id: string } }} Event
 * @typedef {{ epoch: string, head: number, reset: boolean, events: Event[] }} Sync
 * @typedef {{ buildingId: string, origin: string }} Building
 */

/**
 * One tab of a crowd: it has a cursor like the browser's feed, sends receipts like a tab, and
 * reconnects like `socket.ts`, to the next address.
 */
export class Seat {
  deviceId = randomUUID();
  /** The last event that was applied. */
  seq = -1;
  isSynced = false;
  /** The time of its last sync. */
  syncedAtMs = 0;
  /** The number of times that a sync made it start over. */
  resets = 0;
  /** The time at which each event was applied, live or from a sync. @type {Map<number, number>} */
  shownAtMs = new Map();
  /** @type {Set<string>} */
  alarmIds = new Set();
  url = '';
  /** @type {string | undefined} */
  epoch;
  /** Events that wait for an earlier one. @type {Map<number, Event>} */
  held = new Map();
  byeMs = NaN;
  turn = 0;
  asked = 0;

  /**
   * @param {Building} building
   * @param {{ token: string, urls: string[] }} place
   * @param {() => void} moved called after each change
   */
  constructor(building, place, moved) {
    this.building = building;
    this.place = place;
    this.moved = moved;
    this.socket = this.connect();
  }

  connect() {
    const { token, urls } = this.place;
    const { buildingId, origin } = this.building;
    const { epoch, seq, deviceId } = this;
    this.url = urls[this.turn++ % urls.length] ?? '';
    this.byeMs = NaN;
    const cursors = epoch === undefined ? {} : { [buildingId]: { epoch, seq } };
    return new RawSocket(this.url, origin, {
      auth: { token, deviceId, cursors },
      onEvent: (name, payload) => this.receive(name, payload),
      onEnd: () => this.comeBack(),
    });
  }

  comeBack() {
    this.isSynced = false;
    const delayMs = Number.isNaN(this.byeMs) ? RECONNECT_MS * (0.5 + Math.random()) : this.byeMs;
    setTimeout(() => (this.socket = this.connect()), delayMs);
  }

  /**
   * @param {string} name
   * @param {any} payload
   */
  receive(name, payload) {
    if (name === 'sync') this.sync(payload);
    if (name === 'alarm:event') this.take(payload);
    if (name !== 'server:bye') return;
    this.byeMs = payload.retryInMs;
    this.socket.end();
  }

  /** @param {Event} event */
  take(event) {
    this.held.set(event.seq, event);
    if (this.isSynced) this.applyHeld();
    if (event.kind !== 'raised') return;
    const receipt = { alarmId: event.alarm.id, deviceId: this.deviceId, level: 'received' };
    this.socket.ask((this.asked += 1), 'alarm:receipt', receipt);
  }

  /** @param {Sync} sync */
  sync({ epoch, head, reset, events }) {
    if (reset) {
      if (this.epoch !== undefined) this.resets += 1;
      this.seq = head;
    }
    this.epoch = epoch;
    this.isSynced = true;
    this.syncedAtMs = Date.now();
    for (const event of events) this.held.set(event.seq, event);
    this.applyHeld();
  }

  applyHeld() {
    for (const seq of [...this.held.keys()].sort((a, b) => a - b)) {
      const event = this.held.get(seq);
      if (seq > this.seq + 1 || !event) break;
      this.held.delete(seq);
      if (seq <= this.seq) continue;
      this.seq = seq;
      this.alarmIds.add(event.alarm.id);
      this.shownAtMs.set(seq, Date.now());
    }
    this.moved();
  }
}
