import { type ChildProcess, fork } from 'node:child_process';

/**
 * Starts a script of clients that runs only while a core is idle. Real attackers use machines of their
 * own. With a mere low priority, Linux lets a process end its slice of 3 ms before the node runs, which
 * made the node wait for 190 of the first 600 ms of a flood.
 */
export function forkIdle(script: string): ChildProcess {
  if (process.platform !== 'linux') return fork(script);
  return fork(script, { execPath: 'chrt', execArgv: ['--idle', '0', process.execPath] });
}
