import { appendFileSync } from 'node:fs';

/** Each promise with its bound in milliseconds and the row that measures it. */
const PROMISES = {
  sameNode: ['press → the same node, all well', 250, 'bounds'],
  allWell: ['press → another node, all well', 250, 'bounds'],
  allWellLast: ['– to the last of its screens', undefined, 'bounds'],
  redisDead: ['press → another node, Redis dead', 250, 'bounds'],
  redisDeadLast: ['– to the last of its screens, Redis dead', undefined, 'bounds'],
  notifyLost: ['press → another node, without NOTIFY', 250, 'bounds'],
  notifyLostLast: ['– to the last of its screens, without NOTIFY', undefined, 'bounds'],
  signalsLost: ['press → another node, every signal lost', 1_200, 'bounds'],
  signalsLostLast: ['– to the last of its screens, every signal lost', undefined, 'bounds'],
  nodeKilled: ['press → everybody, as a node is killed', 3_000, 'bounds'],
  redisAway: ['press → another node, 20 s without Redis', 250, 'outage'],
  redisAndNotifyAway: ['press → another node, 20 s without Redis and NOTIFY', 1_200, 'outage'],
  halfOpen: ['a network silent since just after a ping → noticed', 15_000, 'members'],
  refused: ['no database: 503', 3_000, 'database'],
  back: ['database there again → the first alarm saved', 15_000, 'database'],
  failedOver: ['standby promoted → every tab in the new epoch', 2_000, 'standby'],
  restored: ['restored database there again → every tab in the new epoch', 2_000, 'restore'],
  restarted: ['restored, the first node ready → every tab in the new epoch', 2_000, 'restore'],
  upgraded: ['press → every tab, while releases take turns', 3_000, 'last-release'],
  signedOut: ['signed out → its sockets closed, by signal', 1_000, 'redis'],
  signedOutSwept: ['signed out → its sockets closed, every signal lost', 30_000, 'slow-rows'],
  tokenOver: ['token over → its socket closed', 2_000, 'members'],
  expired: ['an alarm’s time is up → written down', 1_000, 'jobs'],
  storm: ['2,000 connections lost at once → up to date', undefined, 'storm'],
  stormStayed: ['press → those who stayed, as 1,000 return beside them', 1_000, 'storm'],
  drained: ['press → a real tab, while its node is replaced', 3_000, 'deploy'],
  proxied: ['press → every tab behind the proxy, nodes restarted', 3_000, 'proxy'],
  proxiedStorm: [
    'half of 2,000 tabs lost their node behind the proxy → up to date',
    undefined,
    'proxied-storm',
  ],
  proxiedStormOnOne: ['– all 2,000, to one node', undefined, 'proxied-storm'],
  away: ['`server:bye` → a real tab up to date on the other node', 3_000, 'deploy'],
} satisfies Record<string, [promise: string, boundMs: number | undefined, row: string]>;

type Promised = keyof typeof PROMISES;

/**
 * Adds measurements to the run's report, if there is one.
 * @param samplesMs one sample for each screen
 * @param presses the number of presses, or other tries, that the samples come from
 */
export function measured(name: Promised, samplesMs: number[], presses = samplesMs.length): void {
  const [promise, boundMs, row] = PROMISES[name];
  hand({ promise, boundMs, row, presses, samplesMs });
}

/** Adds a finished table to the run's report. */
export function tabulated(table: string): void {
  hand({ table });
}

/** Adds a remark to the run's report. */
export function remarked(note: string): void {
  hand({ note });
}

export function boundOf(name: Promised): number {
  return PROMISES[name][1] ?? Infinity;
}

function hand(line: object): void {
  const file = process.env['FAULTS_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
