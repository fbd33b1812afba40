import type { Cursor, RaiseResult } from '../../../src/contract/alarm.js';
import { jsonCopy } from './json-copy.js';
import { Connection } from './memory-io.js';
import type { Network } from './network.js';
import { stateText } from './state-text.js';
import type { Press, SendState, TabModules, Wire } from './tab-modules.js';

const RECONNECT_MS = 500;
/** The server pings every 10 s, and a ping may be 5 s late. */
const UNNOTICED_MS = 15_000;
const TIMEOUT_MS = 5_000;

/** A browser's tab: the real feed and send loop on a simulated network. */
export class SimulatedTab implements Wire {
  connection: Connection | undefined;
  /** The number of messages that were too large for this tab's network. */
  cuts = 0;
  private connections = 0;
  private readCursors: () => Record<string, Cursor> = () => ({});
  private stop: () => void = () => undefined;
  private handshake = '';
  /** In the order in which they were sent. */
  private readonly openRequests: string[] = [];
  /** True once a request has failed that the page sends again later. */
  private hasFailed = false;
  private readonly sent = new Map<string, SendState>();

  constructor(
    readonly name: string,
    readonly userId: string,
    readonly modules: TabModules,
    private readonly network: Network,
  ) {
    modules.clear();
    modules.wire = this;
    this.show();
  }

  get isConnected(): boolean {
    return this.connection?.isOpen === true;
  }

  /** @throws once a request has failed: nobody can see how long the page waits after that */
  stateText(): string {
    if (this.hasFailed) throw new Error(`a request of ${this.name} has failed`);
    const { connection, cuts, connections, handshake, sent, openRequests, modules } = this;
    const link = [connection?.id, connection?.isOpen, connection?.isHalfOpen];
    return stateText([link, cuts, connections, handshake, sent, openRequests, modules.state()]);
  }

  /** Loads the page again, which forgets the feed. */
  reload(): void {
    this.close();
    this.modules.clear();
    this.modules.wire = this;
    this.show();
  }

  close(): void {
    this.stop();
    this.connection?.close();
  }

  cut(): void {
    this.connection?.close();
  }

  halfOpen(): void {
    const { connection } = this;
    if (!connection) return;
    connection.isHalfOpen = true;
    this.network.scheduler.setTimer(() => connection.close(), UNNOTICED_MS);
  }

  send(press: Press, onChange: (state: SendState) => void): () => void {
    const transport = {
      socketIsUp: () => this.isConnected,
      isOnline: () => true,
      bySocket: (sent: Press) => this.bySocket(sent),
      byHttp: ({ buildingId: _, ...body }: Press) =>
        this.ask(
          `press ${body.alarmId}`,
          (node) => node.raise(this.userId, body),
          'alarm.not_kept',
        ),
    };
    return this.modules.startSending(press, transport, (state) => {
      this.sent.set(press.alarmId, state);
      onChange(state);
    });
  }

  request(_method: string, path: string): Promise<unknown> {
    const url = new URL(path, 'http://memory');
    if (url.pathname.endsWith('/events')) {
      const epoch = url.searchParams.get('epoch') ?? undefined;
      const cursor = { seq: Number(url.searchParams.get('after') ?? 0), ...(epoch && { epoch }) };
      return this.ask(`fetches ${url.search}`, (node) => node.sync(this.userId, cursor));
    }
    const alarmId = /^\/alarms\/(.*)$/.exec(path)?.[1];
    if (alarmId === undefined) return this.ask('history', () => Promise.resolve({ items: [] }));
    return this.ask(`alarm ${alarmId}`, (node) => node.details(alarmId));
  }

  open(readCursors: () => Record<string, Cursor>): () => void {
    this.readCursors = readCursors;
    this.connect();
    return () => (this.readCursors = () => ({}));
  }

  private show(): void {
    const { buildingId } = this.network;
    this.modules.setStatus({ status: 'connecting', downSince: Date.now() });
    this.stop = this.modules.listen(() => [buildingId]);
  }

  private connect(): void {
    if (this.isConnected) return;
    const cursors = this.readCursors();
    this.handshake = JSON.stringify(cursors);
    this.network.toProxy(`${this.name} connects ${this.handshake}`, () => {
      if (this.isConnected) return;
      const node = this.network.route();
      if (!node?.isReady) {
        this.connectIn(RECONNECT_MS);
        return;
      }
      const id = `${this.name}.${(this.connections += 1)}`;
      const connection: Connection = new Connection(
        this.network.scheduler,
        id,
        this.name,
        this.userId,
        (name, payload) => this.receive(connection, name, payload),
        (isTooLarge) => {
          node.io.remove(id);
          if (isTooLarge) this.cuts += 1;
          if (this.connection === connection) this.lost(RECONNECT_MS);
        },
      );
      this.connection = connection;
      this.modules.setStatus({ status: 'connected' });
      node.admit(connection, cursors);
    });
  }

  private receive(connection: Connection, name: string, payload: unknown): void {
    if (this.connection !== connection) return;
    if (name !== 'server:bye') return this.modules.emit(name, payload);
    this.connection = undefined;
    connection.close();
    this.lost((payload as { retryInMs: number }).retryInMs);
  }

  private lost(retryInMs: number): void {
    this.connection = undefined;
    this.modules.setStatus({ status: 'down', downSince: Date.now() });
    this.connectIn(retryInMs);
  }

  private connectIn(ms: number): void {
    this.network.scheduler.setTimer(() => this.connect(), ms);
  }

  private bySocket({ buildingId: _, ...body }: Press): Promise<RaiseResult> {
    const { connection } = this;
    const isUp = (): boolean => connection?.isOpen === true && !connection.isHalfOpen;
    const node = this.network.nodes.find(({ io }) => io.sockets.has(connection?.id ?? ''));
    return this.ask(
      `press ${body.alarmId} by socket`,
      (chosen) => chosen.raise(this.userId, body),
      'alarm.not_kept',
      { node, isUp },
    );
  }

  /** Asks a node, by HTTP unless a socket is given. */
  private ask<T>(
    label: string,
    handle: (node: NonNullable<ReturnType<Network['route']>>) => Promise<T>,
    outageCode?: 'alarm.not_kept',
    socket?: { node: ReturnType<Network['route']>; isUp: () => boolean },
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      this.openRequests.push(label);
      const answer = (say: () => void): void => {
        this.network.scheduler.clearTimer(timer);
        this.openRequests.splice(this.openRequests.indexOf(label), 1);
        say();
      };
      const unreachable = (): void => {
        this.hasFailed = true;
        reject(this.modules.refusal(0, 'network.unreachable'));
      };
      const timer = this.network.scheduler.setTimer(() => answer(unreachable), TIMEOUT_MS);
      this.network.toProxy(`${this.name} ${label}`, () => {
        const node = socket ? socket.node : this.network.route();
        if (!node || node.isDead) {
          if (!socket) answer(unreachable);
          return;
        }
        if (socket && !socket.isUp()) return;
        const back = (text: () => string, say: () => void): void => {
          node.openRequests.delete(end);
          if (node.isDead) return;
          const run = (): void => {
            if (!socket || socket.isUp()) answer(say);
          };
          const gets = (): string => `gets ${label} ${text()}`;
          this.network.scheduler.post({ owner: this.name, label: gets, run });
        };
        const end = (): void => answer(unreachable);
        if (!socket) node.openRequests.add(end);
        handle(node).then(
          (result) => {
            const copy = jsonCopy(result) as T;
            back(
              () => JSON.stringify(copy),
              () => resolve(copy),
            );
          },
          (error: unknown) => {
            const { status, code } = this.network.refusalOf(error, outageCode);
            back(
              () => code,
              () => {
                this.hasFailed ||= status >= 500;
                reject(this.modules.refusal(status, code));
              },
            );
          },
        );
      });
    });
  }
}
