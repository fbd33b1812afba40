// @ts-check
import { randomUUID } from 'node:crypto';
import { answerCommands } from '../arena/talk.mjs';
import { LightSocket } from './light-socket.mjs';

/**
 * Buildings in which a whole alarm happens again and again: a press, its event at every tab, three
 * receipts from each, answers, the reach that the sender waits for, and the end.
 */

const LEVELS = ['received', 'sounding', 'seen'];
const ANSWER = /^43(\d+)\[/;
/** A tab waits as long before it asks again, when the node says nothing else. */
const RETRY_MS = 1_000;

/** @typedef {{ port: number, origin: string, buildingId: string, tokens: string[] }} Address one token a tab */

class Building {
  /** @type {LightSocket[]} */
  sockets = [];
  /** Those without a good answer, by the id of their last attempt. @type {Map<number, () => void>} */
  calls = new Map();
  lastId = 0;
  alarmId = '';
  arrived = 0;
  hasReach = false;
  /** @type {() => void} */
  onChange = () => undefined;

  /** @param {Address} address @param {number} answers */
  constructor(address, answers) {
    this.address = address;
    this.answers = answers;
  }

  open() {
    const { port, origin, tokens } = this.address;
    return Promise.all(
      tokens.map((token, n) => {
        const path = '/socket.io/?EIO=4&transport=websocket';
        const socket = new LightSocket({ port, path, origin });
        this.sockets.push(socket);
        const deviceId = randomUUID();
        return new Promise((resolve, reject) => {
          socket.onEnd = reject;
          socket.onText = (text) => {
            if (text === '2') socket.send('3');
            else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token, deviceId })}`);
            else if (text.startsWith('44')) reject(new Error(text));
            else if (text.startsWith('42["sync"')) resolve(undefined);
            else this.#receive(socket, n, deviceId, text);
          };
        });
      }),
    );
  }

  /** @returns {Promise<void>} when every tab knows that the alarm has ended */
  async alarm() {
    this.alarmId = randomUUID();
    [this.arrived, this.hasReach] = [0, false];
    const { buildingId } = this.address;
    const count = this.sockets.length;
    const [sender] = this.sockets;
    if (!sender) throw new Error('nobody to press');
    this.#call(sender, 'alarm:raise', { alarmId: this.alarmId, buildingId, type: 'fire' });
    await this.#until(() => this.arrived === count && this.calls.size === 0 && this.hasReach);
    this.arrived = 0;
    this.#call(sender, 'alarm:end', { alarmId: this.alarmId, outcome: 'resolved' });
    await this.#until(() => this.arrived === count && this.calls.size === 0);
  }

  close() {
    for (const socket of this.sockets) socket.terminate();
  }

  /** @param {LightSocket} socket @param {string} event @param {object} payload */
  #call(socket, event, payload) {
    const id = (this.lastId += 1);
    const send = () => socket.send(`42${id}${JSON.stringify([event, payload])}`);
    this.calls.set(id, send);
    send();
  }

  /** @param {() => boolean} isTrue @returns {Promise<void>} */
  #until(isTrue) {
    return new Promise((resolve) => {
      this.onChange = () => {
        if (isTrue()) resolve();
      };
    });
  }

  /** @param {LightSocket} socket @param {number} n @param {string} deviceId @param {string} text */
  #receive(socket, n, deviceId, text) {
    const { alarmId } = this;
    const [, id] = ANSWER.exec(text) ?? [];
    if (id) {
      const again = this.calls.get(Number(id));
      if (text.includes('"ok":true')) this.calls.delete(Number(id));
      else if (again) setTimeout(again, RETRY_MS);
    } else if (!text.includes(alarmId)) return;
    else if (text.includes('"kind":"raised"')) {
      this.arrived += 1;
      for (const level of LEVELS) this.#call(socket, 'alarm:receipt', { alarmId, deviceId, level });
      // The first tab is the sender's.
      if (n > 0 && n <= this.answers) {
        this.#call(socket, 'alarm:respond', { alarmId, response: 'safe' });
      }
    } else if (text.includes('"kind":"resolved"')) this.arrived += 1;
    else if (text.startsWith('42["alarm:reach"')) {
      this.hasReach ||= text.includes(`"safe":${this.answers}`);
    }
    this.onChange();
  }
}

answerCommands({
  /**
   * @param {{ addresses: Address[], answers: number, forMs: number }} load
   * @returns {Promise<{ perSecond: number }>} alarms that ended within the time, in all buildings
   */
  repeat: async ({ addresses, answers, forMs }) => {
    const buildings = addresses.map((address) => new Building(address, answers));
    for (const building of buildings) await building.open();
    const endMs = performance.now() + forMs;
    let ended = 0;
    await Promise.all(
      buildings.map(async (building) => {
        while (performance.now() < endMs) {
          await building.alarm();
          if (performance.now() < endMs) ended += 1;
        }
      }),
    );
    for (const building of buildings) building.close();
    return { perSecond: (ended / forMs) * 1_000 };
  },
});
