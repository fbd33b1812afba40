// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { Seat } from '../../../backend/test/faults/harness/clients/seat.mjs';

/** Tabs of many buildings in a process of their own. They report their state once, as browsers do. */
const POLL_MS = 5;
/** A storm is measured elsewhere; here connections come as they do through a day. */
const AT_ONCE = 200;
const STATE = { sound: 'armed', push: 'off', visible: true, build: '' };

/** @type {Seat[]} */
const seats = [];

/** @param {() => boolean} met */
async function until(met) {
  while (!met()) await sleep(POLL_MS);
}

process.on('message', async (/** @type {any} */ { url, origin, members }) => {
  for (let from = 0; from < members.length; from += AT_ONCE) {
    const added = members.slice(from, from + AT_ONCE).map((/** @type {any} */ member) => {
      const { token, buildingId } = member;
      return new Seat({ buildingId, origin }, { token, urls: [url] }, () => undefined);
    });
    seats.push(...added);
    await until(() => added.every((/** @type {Seat} */ { isSynced }) => isSynced));
    for (const seat of added) seat.socket.ask((seat.asked += 1), 'device:state', STATE);
  }
  process.send?.({ open: seats.length });
});
process.once('disconnect', () => process.exit());
