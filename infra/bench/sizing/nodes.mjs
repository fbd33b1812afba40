// @ts-check
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from '../../local/repository.mjs';
import { ask } from './ask.mjs';
import { openLaboratory } from './laboratory.mjs';

/**
 * Measures what tabs cost a node and its PostgreSQL while no alarm rings: to connect, and then
 * second by second for pings, heads and polling.
 */
const TABS_EACH = 40;
const SETTLES_MS = 5_000;
/** Six pings and six heads of every connection. */
const IDLE_MS = 60_000;

/** @param {number} tabs @returns {Promise<object>} */
export async function measureNode(tabs) {
  const laboratory = await openLaboratory();
  const { node, nodeUsage, databaseUsage, transactions } = laboratory;
  const clients = fork(join(repository, 'infra/bench/sizing/tabs.mjs'));
  try {
    const buildings = Math.ceil(tabs / TABS_EACH);
    const members = (await laboratory.settle(buildings, TABS_EACH)).slice(0, tabs);
    const { origin } = laboratory;
    await ask(clients, { url: node.url, origin, members: members.splice(0, 100) });
    const empty = { node: nodeUsage(), database: databaseUsage() };
    const left = members.length;
    await ask(clients, { url: node.url, origin, members });
    await sleep(SETTLES_MS);
    const full = { node: nodeUsage(), database: databaseUsage(), done: await transactions() };
    await sleep(IDLE_MS);
    const idle = { node: nodeUsage(), database: databaseUsage(), done: await transactions() };
    const seconds = IDLE_MS / 1_000;
    return {
      tabs,
      buildings,
      'kB a tab': round((full.node.bytes - empty.node.bytes) / left / 1_000),
      'node MB': round(full.node.bytes / 1e6),
      'ms CPU of the node to connect a tab': round((full.node.cpuMs - empty.node.cpuMs) / left),
      'ms CPU of PostgreSQL to connect a tab': round(
        (full.database.cpuMs - empty.database.cpuMs) / left,
      ),
      'ms CPU of the node a second, idle': round((idle.node.cpuMs - full.node.cpuMs) / seconds),
      'ms CPU of PostgreSQL a second, idle': round(
        (idle.database.cpuMs - full.database.cpuMs) / seconds,
      ),
      'transactions a second, idle': round((idle.done - full.done) / seconds),
    };
  } finally {
    clients.kill();
    await laboratory.close();
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
