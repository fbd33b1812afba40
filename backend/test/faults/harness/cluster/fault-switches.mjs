// @ts-check
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';

/**
 * Preloaded into a node by the fault tests, which set its switches over the channel between the two
 * processes: `notifyLost` discards every NOTIFY. Each message is answered with what was counted since
 * the one before.
 */
let notifyLost = false;
let queries = 0;
let waiting = 0;
setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collectGarbage = runInNewContext('gc');
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();

const { emit, query } = pg.Client.prototype;
const { connect } = pg.Pool.prototype;

Object.assign(pg.Client.prototype, {
  /** @this {import('pg').Client} @param {[string]} args */
  emit(...args) {
    return notifyLost && args[0] === 'notification' ? false : Reflect.apply(emit, this, args);
  },
  /** @this {import('pg').Client} @param {[]} args */
  query(...args) {
    queries += 1;
    return Reflect.apply(query, this, args);
  },
});
Object.assign(pg.Pool.prototype, {
  /** @this {import('pg').Pool} @param {[]} args */
  connect(...args) {
    const connecting = Reflect.apply(connect, this, args);
    waiting = Math.max(waiting, this.waitingCount);
    return connecting;
  },
});

process.on('message', (/** @type {{ notifyLost?: boolean }} */ asked) => {
  if (asked.notifyLost !== undefined) notifyLost = asked.notifyLost;
  const loopMs = { p99: loop.percentile(99) / 1e6, worst: loop.max / 1e6 };
  collectGarbage();
  process.send?.({ queries, waiting, loopMs, residentBytes: process.memoryUsage.rss() });
  queries = 0;
  waiting = 0;
  loop.reset();
});
// The channel alone must not hold a node open.
process.channel?.unref();
