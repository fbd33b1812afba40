// @ts-check
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';

/**
 * Adds switches and gauges to a node. The fault tests preload this file into nodes and set the
 * switches over the IPC channel: `notifyLost` discards every NOTIFY. The answer to each message
 * holds the gauges since the previous message.
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
// The channel alone must not keep the process running.
process.channel?.unref();
