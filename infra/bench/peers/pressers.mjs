// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../local/percentile.mjs';
import { answerCommands } from '../arena/talk.mjs';
import { pressAsTab, pressByHttp } from './http-press.mjs';

/** @typedef {import('./http-press.mjs').HttpPress} HttpPress */
/** @typedef {{ senders: HttpPress[], forMs: number }} Load presses in many buildings at once */

const TICK_MS = 5;

answerCommands({
  /**
   * Keeps as many presses open as are given, in all buildings in turn.
   * @param {Load & { atOnce: number }} load
   * @returns {Promise<{ perSecond: number }>} answered 201 within the time
   */
  constant: async ({ senders, forMs, atOnce }) => {
    const endMs = performance.now() + forMs;
    let [sent, taken] = [0, 0];
    const press = async () => {
      while (performance.now() < endMs) {
        const sender = senders[sent++ % senders.length];
        const { status } = await pressByHttp(/** @type {HttpPress} */ (sender));
        if (status === 201 && performance.now() < endMs) taken += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, press));
    return { perSecond: (taken / forMs) * 1_000 };
  },
  /**
   * Sends presses at a rate, each as a tab does until it is saved.
   * @param {Load & { perSecond: number }} load
   */
  tabs: async ({ senders, forMs, perSecond }) => {
    const beganMs = performance.now();
    const pending = [];
    const add = async (/** @type {HttpPress} */ sender, /** @type {number} */ offeredMs) => {
      const outcome = await pressAsTab(sender);
      return {
        ...outcome,
        tookMs: performance.now() - offeredMs,
        savedMs: performance.now() - beganMs,
      };
    };
    for (let now = 0; now < forMs; now = performance.now() - beganMs) {
      for (const due = (now / 1_000) * perSecond; pending.length < due;) {
        const sender = /** @type {HttpPress} */ (senders[pending.length % senders.length]);
        pending.push(add(sender, beganMs + (pending.length / perSecond) * 1_000));
      }
      await sleep(TICK_MS);
    }
    const outcomes = await Promise.all(pending);
    const sum = (/** @type {(one: typeof outcomes[0]) => number} */ of) =>
      outcomes.reduce((total, one) => total + of(one), 0);
    return {
      presses: outcomes.length,
      lost: sum(({ isSaved }) => Number(!isSaved)),
      refused: sum(({ refusals }) => Number(refusals > 0)),
      requestsEach: sum(({ requests }) => requests) / outcomes.length,
      p99Ms: percentile(
        outcomes.map(({ tookMs }) => tookMs),
        0.99,
      ),
      lastMs: Math.max(...outcomes.map(({ savedMs }) => savedMs)),
    };
  },
});
