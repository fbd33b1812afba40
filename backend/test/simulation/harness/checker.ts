import { activeIn } from './memory-database.js';
import { contentOf, type MemoryServer, positionOf } from './memory-server.js';
import type { Network } from './network.js';
import type { SimulatedTab } from './simulated-tab.js';
import { stateText } from './state-text.js';
import type { SendState } from './tab-modules.js';

export interface SentPress {
  id: string;
  state: SendState;
  atMs: number;
  /** By the browser's clock, which may be stepped. */
  atWallMs: number;
  /** The count of disturbances when it was sent; see `Checker.disturb`. */
  disturbances: number;
}

/** Another node would have answered by then, if there were one (`send-loop.ts`). */
const ELSEWHERE_MS = 2_000;
const GIVE_UP_MS = 60_000;

interface Seen {
  epoch: string;
  seq: number;
  restores: number;
  active: Set<string>;
  gone: Set<string>;
}

/** Judges what every tab shows, at every change and at the end. */
export class Checker {
  readonly breaches: string[] = [];
  readonly presses: SentPress[] = [];
  private readonly seen = new Map<SimulatedTab, Seen>();
  private disturbances = 0;

  constructor(
    private readonly server: MemoryServer,
    private readonly network: Network,
  ) {}

  /** Records a fault in which a press may rightly not be saved at once. */
  disturb(): void {
    this.disturbances += 1;
  }

  pressed(id: string): SentPress {
    const atMs = this.server.scheduler.nowMs;
    const { disturbances } = this;
    const times = { atMs, atWallMs: Date.now() };
    const press: SentPress = { id, state: { phase: 'sending' }, ...times, disturbances };
    this.presses.push(press);
    return press;
  }

  progressed(press: SentPress, state: SendState): void {
    press.state = state;
    if (state.phase === 'failed' && Date.now() - press.atWallMs < GIVE_UP_MS) {
      this.breach(`${press.id} is given up before its minute is over`);
    }
    if (state.phase !== 'sending' || state.trouble !== 'not_kept') return;
    const isSoon = this.server.scheduler.nowMs - press.atMs < ELSEWHERE_MS;
    const isReady = this.network.nodes.some((node) => node.isReady);
    const isCalm = !this.server.isAway && press.disturbances === this.disturbances;
    if (isSoon && isReady && isCalm) {
      this.breach(`${press.id} is told "not sent" while a node was ready to save it`);
    }
  }

  reloaded(tab: SimulatedTab): void {
    this.seen.delete(tab);
  }

  /** Compares what a tab shows with the stream at the tab's position. */
  shown(tab: SimulatedTab): void {
    const { cursor, active } = tab.modules.feedOf(this.server.buildingId);
    if (!cursor) return;
    const { epoch, seq } = cursor;
    const content = contentOf(Object.values(active));
    const known = this.server.positions.get(positionOf(epoch, seq));
    if (!known?.has(content) && !this.server.isRolledBack) {
      const expected = [...(known ?? [])].join(' | ') || 'no such position';
      this.breach(`${tab.name} shows "${content}" at ${epoch}/${seq}, saved: "${expected}"`);
    }
    const ids = new Set(Object.keys(active));
    const before = this.seen.get(tab);
    const { restores } = this.server;
    // A restore takes presses and ends back, which may come again. A tab hears of it later.
    const isSame = before?.restores === restores && before.epoch === epoch;
    const gone = new Set(isSame ? before.gone : []);
    if (isSame) {
      if (seq < before.seq) this.breach(`${tab.name} goes back from ${before.seq} to ${seq}`);
      for (const id of ids) if (gone.has(id)) this.breach(`${tab.name} shows ${id} twice`);
      for (const id of before.active) if (!ids.has(id)) gone.add(id);
    }
    this.seen.set(tab, { epoch, seq, restores, active: ids, gone });
  }

  /** @returns why the world has not settled; empty when everybody shows what is saved */
  unsettled(tabs: SimulatedTab[]): string[] {
    const { rows, buildingId, takenBack } = this.server;
    const saved = contentOf(activeIn(rows));
    const open = this.presses.flatMap(({ id, state }) => {
      if (state.phase === 'failed') return [];
      if (state.phase !== 'sent') return [`${id} is ${state.phase}, although all faults are over`];
      if (rows.presses.has(id) || takenBack.has(id)) return [];
      return [`${id} was answered and is not saved`];
    });
    const behind = tabs.flatMap((tab) => {
      const { cursor, active, held } = tab.modules.feedOf(buildingId);
      const at = positionOf(cursor?.epoch ?? '', cursor?.seq ?? 0);
      const content = contentOf(Object.values(active));
      if (!tab.isConnected)
        return [`${tab.name} has no connection (${tab.cuts} messages too large)`];
      if (content === saved && at === positionOf(rows.epoch, rows.head) && !held.length) return [];
      return [
        `${tab.name} shows "${content}" at ${at}; saved: "${saved}" at ${rows.epoch}/${rows.head}`,
      ];
    });
    return [...open, ...behind];
  }

  /** @returns what later judgements of a tab depend on */
  stateText(tab: SimulatedTab): string {
    return stateText([this.seen.get(tab), this.presses, this.disturbances, this.breaches]);
  }

  private breach(text: string): void {
    if (!this.breaches.includes(text)) this.breaches.push(text);
  }
}
