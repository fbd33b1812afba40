import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import {
  applyEvent,
  applySync,
  EMPTY_FEED,
  type BuildingFeed,
  isBehind,
} from '../../../../../frontend/src/features/alarms/feed/feed.js';
import { decodeSync } from '../../../../../frontend/src/features/alarms/feed/tolerant-decode.js';
import type { AlarmEvent, Cursor, Sync } from '../../../../src/contract/alarm.js';
import type {
  ClientToServerEvents,
  ServerToClientEvents,
} from '../../../../src/contract/events.js';
import type { ClientRecord, History, PressRecord, Shown } from '../history/history.js';
import { call, renew, type Person } from './http.js';

const RECONNECT_MS = 500;
const PATIENCE_MS = 2_000;
const POLL_MS = 3_000;
const UNANSWERED_POLL_MS = 1_500;

/**
 * A tab without a page. It runs the browser's own feed and passes messages to it as
 * `feed-listener.ts` and `socket.ts` do. The history records everything that the feed applies.
 */
export class FeedClient {
  readonly record: ClientRecord;
  /** Every event that the server sent, in order. */
  readonly received: { name: string; payload: unknown; atMs: number }[] = [];
  /** The address of its current connection. */
  url = '';
  /** True once a connection was refused or has ended. */
  wasLost = false;
  private feed: BuildingFeed = EMPTY_FEED;
  private socket: Socket<ServerToClientEvents, ClientToServerEvents> | undefined;
  private turn = 0;
  private polling: NodeJS.Timeout | undefined;
  private reconnecting: NodeJS.Timeout | undefined;
  private fetching = false;
  private fetchedAtMs = 0;
  private stopped = false;
  private byeMs: number | undefined;

  /** @param urls nodes or proxies to them; each connection uses the next, as with a balancer */
  constructor(
    name: string,
    readonly person: Person,
    private readonly urls: string[],
    history: History,
  ) {
    const { buildingId } = person;
    const away = [{ fromMs: 0, toMs: Date.now() }];
    this.record = { name, buildingId, shown: [], away };
    history.clients.push(this.record);
    this.connect();
  }

  get cursor(): Cursor | undefined {
    return this.feed.cursor;
  }

  get activeIds(): string[] {
    return Object.keys(this.feed.active);
  }

  /** True while its network is cut. */
  get isAway(): boolean {
    return this.record.away.some(({ toMs }) => toMs === Infinity);
  }

  get isConnected(): boolean {
    return this.socket?.connected === true;
  }

  hasReceived(name: string): boolean {
    return this.received.some((one) => one.name === name);
  }

  /** @returns whether the event is applied, by itself or as part of a state */
  hasShown(seq: number): boolean {
    return (this.feed.cursor?.seq ?? -1) >= seq;
  }

  /** @returns milliseconds from the press until it was shown; NaN when not shown as an event */
  shownMs({ seq, sentAtMs }: PressRecord): number {
    const shown = this.record.shown.find((one) => one.what === 'event' && one.seq === seq);
    return (shown?.atMs ?? NaN) - sentAtMs;
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.polling);
    clearTimeout(this.reconnecting);
    this.socket?.disconnect();
  }

  private connect(): void {
    if (this.stopped) return;
    this.url = this.urls[this.turn++ % this.urls.length] ?? '';
    this.byeMs = undefined;
    const { cursor } = this.feed;
    const { buildingId, token } = this.person;
    const socket = io(this.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: 5_000,
      extraHeaders: { Origin: this.person.origin },
      auth: { token, deviceId: randomUUID(), ...(cursor && { cursors: { [buildingId]: cursor } }) },
    }) as Socket<ServerToClientEvents, ClientToServerEvents>;
    this.socket = socket;
    this.pollWhileDown();
    socket.onAny((name: string, payload: unknown) => {
      this.received.push({ name, payload, atMs: Date.now() });
    });
    socket.on('sync', (sync) => {
      this.take(sync);
      this.look();
    });
    socket.on('alarm:event', (event) => {
      this.apply(applyEvent(this.feed, event), [event]);
      this.look();
    });
    socket.on('building:head', (head) => {
      if (head.buildingId === this.person.buildingId) this.look(head);
    });
    socket.on('server:bye', ({ retryInMs }) => {
      this.byeMs = retryInMs;
      // A browser leaves at once; its disconnect event follows.
      socket.disconnect();
    });
    socket.on('connect_error', (error) => this.lost((error as { data?: { code?: string } }).data));
    socket.on('disconnect', () => this.lost());
  }

  private lost(refused?: { code?: string }): void {
    if (this.stopped) return;
    this.wasLost = true;
    clearTimeout(this.reconnecting);
    const delayMs = this.byeMs ?? RECONNECT_MS * (0.5 + Math.random());
    this.pollWhileDown();
    this.reconnecting = setTimeout(() => {
      if (!refused?.code?.startsWith('auth.')) return this.connect();
      // An expired token can be renewed; after the end of the sign-in the renewal fails.
      renew(this.urls[this.turn % this.urls.length] ?? '', this.person).then(
        () => this.connect(),
        () => this.lost(refused),
      );
    }, delayMs);
  }

  private pollWhileDown(): void {
    clearTimeout(this.polling);
    const poll = (): void => {
      if (this.stopped || this.isConnected) return;
      void this.catchUp();
      const everyMs = Date.now() - this.fetchedAtMs < 4_000 ? POLL_MS : UNANSWERED_POLL_MS;
      this.polling = setTimeout(poll, everyMs * (0.8 + Math.random() * 0.4));
    };
    this.polling = setTimeout(poll, PATIENCE_MS);
  }

  private look(head?: Cursor): void {
    if (isBehind(this.feed, head)) void this.catchUp();
  }

  private async catchUp(): Promise<void> {
    if (this.fetching || this.stopped) return;
    this.fetching = true;
    const { cursor } = this.feed;
    const { buildingId, token } = this.person;
    const query = cursor ? `?after=${cursor.seq}&epoch=${cursor.epoch}` : '';
    try {
      const { status, body } = await call<Sync>(
        this.url,
        'GET',
        `/buildings/${buildingId}/events${query}`,
        { token },
      );
      if (status === 200) this.fetchedAtMs = Date.now();
      const now = this.feed.cursor;
      const overtaken = body.epoch === now?.epoch && body.head < now.seq && now !== cursor;
      if (status === 200 && !overtaken) this.take(body);
    } catch {
      if (this.feed.held.length > 0) setTimeout(() => void this.catchUp(), PATIENCE_MS);
    } finally {
      this.fetching = false;
    }
  }

  private take(sync: Sync): void {
    if (sync.buildingId !== this.person.buildingId) {
      return this.append([{ what: 'state', ...pick(sync), active: [], atMs: Date.now() }]);
    }
    const before = this.feed;
    const next = applySync(before, decodeSync(sync));
    const replaced = sync.reset || sync.more || sync.epoch !== before.cursor?.epoch;
    if (replaced) {
      const active = sync.active.map(({ id }) => id);
      this.append([{ what: 'state', ...pick(sync), active, atMs: Date.now() }]);
      this.feed = { ...before, cursor: { epoch: sync.epoch, seq: sync.head } };
      return this.apply(next, []);
    }
    this.apply(next, sync.events);
  }

  /** Adopts the next feed and records the events it applied, both offered and held ones. */
  private apply(next: BuildingFeed, offered: AlarmEvent[]): void {
    const from = this.feed.cursor?.seq ?? Infinity;
    const to = next.cursor?.seq ?? 0;
    const known = new Map([...this.feed.held, ...offered].map((event) => [event.seq, event]));
    const applied = [...known.values()]
      .filter(({ seq, buildingId }) => (seq > from && seq <= to) || this.isForeign(buildingId))
      .sort((a, b) => a.seq - b.seq);
    this.feed = next;
    this.append(
      applied.map(({ buildingId, seq, kind, alarm }) => ({
        what: 'event',
        buildingId,
        seq,
        kind,
        alarmId: alarm.id,
        atMs: Date.now(),
      })),
    );
  }

  private isForeign(buildingId: string): boolean {
    return buildingId !== this.person.buildingId;
  }

  private append(shown: Shown[]): void {
    this.record.shown.push(...shown);
  }
}

const pick = ({ buildingId, head }: Sync) => ({ buildingId, seq: head });
