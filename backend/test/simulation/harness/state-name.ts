import { createHash } from 'node:crypto';
import type { Checker } from './checker.js';
import type { MemoryServer } from './memory-server.js';
import type { Network } from './network.js';
import type { Scheduler } from './scheduler.js';
import type { SimulatedTab } from './simulated-tab.js';

interface Parts {
  scheduler: Scheduler;
  server: MemoryServer;
  network: Network;
  checker: Checker;
  tabs: SimulatedTab[];
  /** The number of commands that are still to come. */
  scriptLeft: number;
}

/**
 * Names the state of a world: two worlds with the same name have the same future. A process is named
 * by its fields, by the requests that it has not answered or that it waits for, and by its statements
 * under way with all their values. A request under way remembers nothing else that matters, and
 * `explore` can compare that.
 * @param inOrder whether the age of what is on its way belongs to the name
 * @throws when a page waits before it tries again: that wait cannot be seen from outside
 */
export function nameOfState(parts: Parts, inOrder: boolean): string {
  const { scheduler, server, network, checker, tabs, scriptLeft } = parts;
  const isLeftOut = (object: object): boolean =>
    object === scheduler || object === server || object === network;
  const texts = [
    `${scheduler.nowMs} ${scheduler.wallMs} ${scriptLeft}`,
    scheduler.stateText(inOrder),
    server.stateText(),
    network.stateText(),
    ...network.nodes.map((node) => node.stateText(isLeftOut)),
    ...tabs.map((tab) => `${tab.stateText()} ${checker.stateText(tab)}`),
  ];
  return createHash('sha1').update(texts.join('\n')).digest('base64');
}
