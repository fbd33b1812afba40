import { check, type Violation } from '../history/checker.js';
import type { Cluster } from '../cluster/cluster.js';
import type { Crowd } from '../clients/crowd.js';
import { FeedClient } from '../clients/feed-client.js';
import { createHistory, type Saved } from '../history/history.js';
import { call, signIn, type Person } from '../clients/http.js';
import { neighboursOf } from '../clients/neighbours.js';
import { press, type PressOptions, type Pressed } from '../clients/press.js';
import { promised, until } from '../../../support/wait-until.js';

const SHOWN_MS = promised(15_000);
const ENDED_MS = promised(30_000);

/** One run on a cluster: its members, their tabs, and the history of their presses. */
export class Scene {
  readonly history = createHistory();
  readonly clients: FeedClient[] = [];
  private begunAt = 0;

  private constructor(
    readonly cluster: Cluster,
    /** The building's manager. */
    readonly anna: Person,
    readonly karl: Person,
    readonly lisa: Person,
  ) {}

  static async on(cluster: Cluster, via = cluster.node(0).url): Promise<Scene> {
    const members = ['anna', 'karl', 'lisa'].map((name) => signIn(via, name, cluster.origin));
    const [anna, karl, lisa] = (await Promise.all(members)) as [Person, Person, Person];
    const scene = new Scene(cluster, anna, karl, lisa);
    scene.begunAt = await scene.head();
    return scene;
  }

  /** Opens a tab and waits until it is up to date. */
  async open(person: Person, ...urls: string[]): Promise<FeedClient> {
    const name = `${person.name}-${this.clients.length}`;
    const client = new FeedClient(name, person, urls, this.history);
    this.clients.push(client);
    await until(`${name} is up to date`, SHOWN_MS, () => client.cursor !== undefined);
    client.record.away = [];
    return client;
  }

  press(person: Person, urls: string[], options?: PressOptions): Promise<Pressed> {
    return press(this.history, urls, person, options);
  }

  /** Ends an alarm as its sender, at the first node that does it. The head moves by one. */
  async end(person: Person, alarmId: string, urls: string[]): Promise<void> {
    let turn = 0;
    const { token } = person;
    const body = { outcome: 'resolved' };
    await until(`${alarmId} is ended`, ENDED_MS, async () => {
      const url = urls[turn++ % urls.length] ?? '';
      const ended = call(url, 'POST', `/alarms/${alarmId}/end`, { token, body });
      return ended.then(({ status }) => status === 200).catch(() => false);
    });
  }

  /**
   * Opens two tabs for each of many neighbours, spread over the nodes, and waits for their sync.
   */
  async fill(crowd: Crowd, tabs: number): Promise<void> {
    const { urls, origin } = this.cluster;
    const tokens = await neighboursOf(this.karl, this.cluster, tabs / 2);
    const places = [urls, urls.toReversed()].flatMap((turns) =>
      tokens.map((token) => ({ token, urls: turns })),
    );
    await crowd.open({ buildingId: this.karl.buildingId, origin, places });
  }

  /** Waits until every tab has caught up with the saved events. */
  async settled(clients = this.clients, limitMs = SHOWN_MS): Promise<void> {
    const head = await this.head();
    const behind = (): string[] =>
      clients.filter((one) => !one.hasShown(head)).map(({ record }) => record.name);
    await until(`${clients.length} tabs show ${head}`, limitMs, () => behind().length === 0);
  }

  /** @returns every breach in this run so far */
  async violations(): Promise<Violation[]> {
    return check(this.history, await this.saved());
  }

  /** Expects that every tab of the crowd showed each saved event once, and no other. */
  async audit(crowd: Crowd): Promise<void> {
    const { events } = await this.saved();
    const head = await this.head();
    await crowd.shown(head);
    const pressed = new Set(this.history.presses.map(({ id }) => id));
    for (const tab of await crowd.audit()) {
      expect(tab).toMatchObject({ seq: head, resets: 0, held: 0 });
      expect(tab.steps).toEqual(events.map(({ seq }) => seq));
      expect(new Set(tab.alarmIds)).toEqual(pressed);
    }
  }

  async head(buildingId = this.anna.buildingId): Promise<number> {
    const { rows } = await this.cluster.database.query<{ head: number }>(
      'select head from building_streams where building_id = $1',
      [buildingId],
    );
    return rows[0]?.head ?? 0;
  }

  /** Closes all tabs and ends all active alarms, so that the next test begins without any. */
  async close(via: string): Promise<void> {
    this.clients.forEach((client) => client.close());
    const { rows } = await this.cluster.database.query<{ id: string }>(
      `select id from alarms where status = 'active'`,
    );
    const { token } = this.anna;
    const body = { outcome: 'resolved' };
    for (const { id } of rows) await call(via, 'POST', `/alarms/${id}/end`, { token, body });
  }

  async saved(): Promise<Saved> {
    const { database } = this.cluster;
    const events = await database.query<Saved['events'][number] & { at: Date }>(
      `select building_id as "buildingId", seq, alarm_id as "alarmId", kind, at
         from alarm_events where building_id = $1 and seq > $2 order by seq`,
      [this.anna.buildingId, this.begunAt],
    );
    const presses = await database.query<Saved['presses'][number]>(
      'select id, alarm_id as "alarmId", seq from presses where building_id = $1 and seq > $2',
      [this.anna.buildingId, this.begunAt],
    );
    const withTime = events.rows.map(({ at, ...event }) => ({ ...event, atMs: at.getTime() }));
    return { events: withTime, presses: presses.rows };
  }
}
