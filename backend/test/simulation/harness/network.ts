import { ERRORS, type ErrorCode } from '../../../src/contract/errors.js';
import { codeOf } from '../../../src/platform/errors/app-error.js';
import type { MemoryServer } from './memory-server.js';
import type { Scheduler } from './scheduler.js';
import { SimulatedNode } from './simulated-node.js';
import { stateText } from './state-text.js';

export type SignalMode = 'normal' | 'lost' | 'doubled';

/** The proxy notices after this time that a node leaves. */
const NOTICED_MS = 2_000;
const RESTART_MS = 2_000;

/** The nodes, the signals between them, and the proxy before them. */
export class Network {
  nodes: SimulatedNode[] = [];
  signals: SignalMode = 'normal';
  private turn = 0;
  private started = 0;
  private readonly leftAtMs = new Map<SimulatedNode, number>();

  constructor(
    readonly scheduler: Scheduler,
    readonly server: MemoryServer,
    nodes: number,
  ) {
    for (let n = 0; n < nodes; n += 1) this.nodes.push(this.start());
    server.onNotify = (payload) => {
      for (const node of this.nodes)
        this.signal(node, 'notify', payload, () => node.notify(payload));
    };
  }

  get buildingId(): string {
    return this.server.buildingId;
  }

  /** Posts a request, whose node depends on the requests before it. */
  toProxy(label: string, run: () => void): void {
    this.scheduler.post({ owner: 'proxy', label: () => label, run });
  }

  /** @returns the node that the proxy gives the next request to */
  route(): SimulatedNode | undefined {
    const known = this.nodes.filter((node) => !node.isDead && !this.isKnownToLeave(node));
    this.turn += 1;
    return known[this.turn % Math.max(1, known.length)];
  }

  kill(at: number): void {
    const node = this.nodes[at];
    if (!node || node.isDead) return;
    node.kill();
    this.restartLater(at);
  }

  leave(at: number): void {
    const node = this.nodes[at];
    if (!node?.isReady) return;
    this.leftAtMs.set(node, this.scheduler.nowMs);
    node.leave();
    this.restartLater(at, NOTICED_MS + RESTART_MS + 4_000);
  }

  refusalOf(error: unknown, outageCode?: ErrorCode): { status: number; code: ErrorCode } {
    const code = codeOf(error, outageCode);
    return { status: ERRORS[code].status, code };
  }

  stateText(): string {
    const { nodes, signals, started, leftAtMs } = this;
    const known = nodes.map((node) => [node.name, node.isDead, leftAtMs.get(node)]);
    // The number of nodes that the proxy knows divides this one, whatever it is.
    const turn = this.turn % factorial(nodes.length);
    return stateText([known, signals, started, turn]);
  }

  private restartLater(at: number, afterMs = RESTART_MS): void {
    this.scheduler.setTimer(() => {
      if (this.nodes[at]?.isDead) this.nodes[at] = this.start();
    }, afterMs);
  }

  private start(): SimulatedNode {
    this.started += 1;
    const node: SimulatedNode = new SimulatedNode(`node${this.started}`, this.server, (signal) => {
      const text = JSON.stringify(signal);
      for (const other of this.nodes.filter((one) => one !== node)) {
        this.signal(other, 'redis', text, () => other.io.receive(signal));
      }
    });
    return node;
  }

  private signal(to: SimulatedNode, way: string, text: string, run: () => void): void {
    const label = (): string => `${way} ${text}`;
    const copies = { normal: 1, lost: 0, doubled: 2 }[this.signals];
    for (let n = 0; n < copies; n += 1) this.scheduler.post({ owner: to.name, label, run });
  }

  private isKnownToLeave(node: SimulatedNode): boolean {
    const sinceMs = this.leftAtMs.get(node);
    return sinceMs !== undefined && this.scheduler.nowMs - sinceMs >= NOTICED_MS;
  }
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
