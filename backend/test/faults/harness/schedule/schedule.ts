import type { Browser } from '@playwright/test';
import type { Cluster } from '../cluster/cluster.js';
import type { Violation } from '../history/checker.js';
import { Prng } from './prng.js';
import { FeedClient } from '../clients/feed-client.js';
import { newMember, renew, type Person } from '../clients/http.js';
import type { Fault, Stage } from './fault.js';
import { CALM, FAULTS } from './faults.js';
import type { OwnPostgres } from '../cluster/postgres.js';
import type { Pressed } from '../clients/press.js';
import { RealTab } from '../clients/real-tab.js';
import { Scene } from './scene.js';
import { rowsOf, type Row } from '../history/table.js';
import { TcpProxy } from '../../../support/tcp-proxy.js';
import { until } from '../../../support/wait-until.js';

const SOCKETS = 60;
const WIRED = 6;
const GUESTS = 2;
const PRESSES_PER_FAULT = 5;
const SHOWN_MS = 30_000;

interface Ground {
  cluster: Cluster;
  postgres: OwnPostgres;
  browser: Browser;
  neighbours: Person[];
}

/** One seeded run of presses, with one fault after the other. */
export class Schedule {
  private readonly prng: Prng;
  private readonly wired: Stage['wired'] = [];
  private readonly tabs: RealTab[] = [];
  private readonly wires: TcpProxy[] = [];
  private readonly tabTimes: { pressId: string; atMs: number }[] = [];
  private readonly tabViolations: Violation[] = [];
  private readonly pending: Promise<void>[] = [];
  private count = 0;

  private constructor(
    private readonly ground: Ground,
    private readonly scene: Scene,
    private readonly seed: number,
  ) {
    this.prng = new Prng(seed);
  }

  static async run(ground: Ground, seed: number, presses: number) {
    const { cluster, neighbours } = ground;
    const via = cluster.node(0).url;
    for (const person of neighbours) await renew(via, person);
    const schedule = new Schedule(ground, await Scene.on(cluster), seed);
    await schedule.open();
    await schedule.play(presses);
    return schedule.finish();
  }

  /** Opens real tabs for Anna and Lisa, wired clients with a proxy each, and plain clients. */
  private async open(): Promise<void> {
    const { cluster, browser, neighbours } = this.ground;
    for (const name of ['anna', 'lisa']) {
      this.tabs.push(await RealTab.open(browser, cluster.origin, name));
    }
    const members = [this.scene.anna, this.scene.karl, this.scene.lisa, ...neighbours];
    for (let n = 0; n < WIRED; n += 1) {
      const wire = await TcpProxy.to(...this.prng.shuffle(cluster.nodes.map(({ port }) => port)));
      this.wires.push(wire);
      const person = members[n % members.length]!;
      const client = await this.scene.open(person, `http://127.0.0.1:${wire.port}`);
      this.wired.push({ client, wire });
    }
    const rest = SOCKETS - this.tabs.length - this.scene.clients.length - GUESTS;
    for (let n = 0; n < rest; n += 1) await this.openOne(members[n % members.length]!);
  }

  private openOne(person: Person): Promise<FeedClient> {
    return this.scene.open(person, ...this.prng.shuffle(this.ground.cluster.urls));
  }

  private readonly guest: Stage['guest'] = async () => {
    const { cluster } = this.ground;
    const url = this.prng.pick(cluster.urls);
    const apartment = String(2_000 + this.scene.clients.length);
    const person = await newMember(url, apartment, cluster.origin);
    const clients = [await this.openOne(person), await this.openOne(person)];
    return { membershipId: person.membershipId, clients };
  };

  private async play(presses: number): Promise<void> {
    let waiting: typeof FAULTS = [];
    for (let pressed = 0; pressed < presses;) {
      if (waiting.length === 0) waiting = this.prng.shuffle(FAULTS);
      const { cluster, postgres } = this.ground;
      const { scene, prng, wired, guest } = this;
      const make = waiting.pop()!;
      const beside = (work: Promise<void>): void => void this.pending.push(work);
      const fault = make({ cluster, postgres, scene, prng, wired, guest, beside });
      pressed += await this.pressDuring(CALM, Math.min(2, presses - pressed));
      if (pressed >= presses) break;
      pressed += await this.pressThrough(fault, Math.min(PRESSES_PER_FAULT, presses - pressed));
    }
  }

  /** Presses as the fault begins, while it lasts, and as it ends. */
  private async pressThrough(fault: Fault, count: number): Promise<number> {
    const first = this.press(fault);
    const beginning = Promise.resolve(fault.begin());
    // Without a database no press is saved, so all but the first press come as the fault ends.
    const through = fault.name.startsWith('PostgreSQL') ? 0 : Math.max(0, count - 2);
    if (through > 0) await Promise.all([first, beginning]);
    await this.pressDuring(fault, through);
    await beginning;
    const ending = Promise.resolve(fault.end());
    await Promise.all([first, ending, this.pressDuring(fault, count - 1 - through)]);
    return count;
  }

  private async pressDuring(fault: Fault, count: number): Promise<number> {
    for (let left = count; left > 0;) {
      const together = Math.min(left, this.prng.next() < 0.2 ? 3 : 1);
      await Promise.all(Array.from({ length: together }, () => this.press(fault)));
      left -= together;
    }
    return count;
  }

  /** Presses, waits until every tab shows the alarm, and ends it as its sender. */
  private async press({ name, boundMs }: Fault): Promise<void> {
    const { cluster, neighbours } = this.ground;
    const number = (this.count += 1);
    const place = `P${number}`;
    // Each press has its own generator: concurrent presses would draw from one in any order.
    const prng = new Prng(this.seed * 1_000 + number);
    const person = prng.pick([this.scene.karl, ...neighbours]);
    const urls = prng.shuffle(cluster.urls);
    const type = prng.pick(['fire', 'medical', 'other'] as const);
    const pressed = await this.scene.press(person, urls, { type, place, fault: name, boundMs });
    if (pressed.outcome !== 'ok') return;
    const { clients } = this.scene;
    const connected = clients.filter(
      ({ record, isAway }) => record.lastSeq === undefined && !isAway,
    );
    const seq = pressed.seq ?? 0;
    const shown = (): boolean => connected.every((client) => client.hasShown(seq));
    await until(`${name}: ${place} is shown`, SHOWN_MS, shown).catch(() => undefined);
    await this.seenInTabs(pressed, place);
    await this.scene.end(person, pressed.id, urls);
  }

  private async seenInTabs({ id }: Pressed, place: string): Promise<void> {
    for (const tab of this.tabs) {
      const shown = (): boolean => tab.shownAtMs.has(place);
      await until(`the tab of ${tab.name} shows ${place}`, SHOWN_MS, shown).then(
        () => this.tabTimes.push({ pressId: id, atMs: tab.shownAtMs.get(place) ?? 0 }),
        () =>
          this.tabViolations.push({
            breach: 'missed',
            where: `tab of ${tab.name}`,
            detail: id,
            about: id,
          }),
      );
    }
  }

  private async finish(): Promise<{ rows: Row[]; violations: Violation[] }> {
    const { scene, tabs } = this;
    await Promise.all(this.pending);
    const members = scene.clients.filter(({ record }) => record.lastSeq === undefined);
    await scene.settled(members).catch(() => undefined);
    for (const { name, doubled } of tabs) {
      if (doubled > 0) {
        this.tabViolations.push({
          breach: 'doubled',
          where: `tab of ${name}`,
          detail: 'two dialogs',
        });
      }
    }
    const violations = [...(await scene.violations()), ...this.tabViolations];
    const rows = rowsOf(scene.history, await scene.saved(), violations, this.tabTimes);
    await scene.close(this.ground.cluster.node(0).url);
    for (const { page } of tabs) await page.context().close();
    for (const wire of this.wires) await wire.close();
    return { rows, violations };
  }
}
