// @ts-check
import { subscribe } from 'node:diagnostics_channel';

/**
 * Kills a node with SIGKILL when it passes the named point for the n-th time. The fault tests
 * preload this file into nodes. An example of `RESQ_KILL_AT` is `resq:press:after-commit#1`.
 */
const [point = '', nth = '1'] = (process.env.RESQ_KILL_AT ?? '').split('#');
let left = Number(nth);

if (point) {
  subscribe(point, () => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  });
}
