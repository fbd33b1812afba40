// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../local/percentile.mjs';
import { answerCommands } from '../arena/talk.mjs';
import { pressByHttp } from './http-press.mjs';

/** @typedef {import('./http-press.mjs').HttpPress} HttpPress */
/** @typedef {{ senders: HttpPress[], forMs: number }} Load presses in many buildings at once */

const TICK_MS = 5;

answerCommands({
  /** Keeps one press of each sender open. @param {Load} load */
  constant: async ({ senders, forMs }) => {
    const results = new Results(forMs);
    const press = async (/** @type {HttpPress} */ sender) => {
      while (results.isOpen()) await results.add(sender);
    };
    await Promise.all(senders.map(press));
    return results.summary();
  },
  /** Sends presses at a rate, whether or not they are answered. @param {Load & { perSecond: number }} load */
  rate: async ({ senders, forMs, perSecond }) => {
    const results = new Results(forMs);
    const pending = [];
    for (let sent = 0; results.isOpen(); await sleep(TICK_MS)) {
      const due = (results.elapsedMs() / 1_000) * perSecond;
      for (; sent < due; sent += 1) {
        const sender = senders[sent % senders.length];
        const offeredMs = results.beganMs + (sent / perSecond) * 1_000;
        if (sender) pending.push(results.add(sender, offeredMs));
      }
    }
    await Promise.all(pending);
    return results.summary();
  },
});

class Results {
  beganMs = performance.now();
  /** @type {number[]} */
  takenMs = [];
  /** @type {number[]} */
  refusedMs = [];
  unanswered = 0;
  takenInTime = 0;

  /** @param {number} forMs */
  constructor(forMs) {
    this.forMs = forMs;
  }

  elapsedMs() {
    return performance.now() - this.beganMs;
  }

  isOpen() {
    return this.elapsedMs() < this.forMs;
  }

  /** @param {HttpPress} sender @param {number} [offeredMs] when it was due; the sending may be late */
  async add(sender, offeredMs = performance.now()) {
    const status = await pressByHttp(sender);
    const ms = performance.now() - offeredMs;
    if (status === 503) this.refusedMs.push(ms);
    else if (status !== 201) this.unanswered += 1;
    else {
      this.takenMs.push(ms);
      if (this.isOpen()) this.takenInTime += 1;
    }
  }

  summary() {
    return {
      perSecond: (this.takenInTime / this.forMs) * 1_000,
      taken: this.takenMs.length,
      refused: this.refusedMs.length,
      unanswered: this.unanswered,
      takenP99Ms: percentile(this.takenMs, 0.99),
      refusedP99Ms: percentile(this.refusedMs, 0.99),
    };
  }
}
