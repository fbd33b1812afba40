import type { Alarm, Cursor, Outcome, RaiseRequest, Sync } from '../../../src/contract/alarm.js';
import {
  AlarmQueries,
  StreamReader,
} from '../../../src/modules/alarms/stream/stream-reader.repository.js';
import { AlarmsService, type Raised } from '../../../src/modules/alarms/alarms.service.js';
import { ConnectionAdmission } from '../../../src/modules/alarms/live/connection-admission.js';
import { ConnectionSweeper } from '../../../src/modules/alarms/live/connection-sweeper.js';
import { StreamPump } from '../../../src/modules/alarms/live/pump.js';
import { StreamReplay } from '../../../src/modules/alarms/live/replay.js';
import { alarmView } from '../../../src/modules/alarms/model/alarm-views.js';
import { BuildingStream } from '../../../src/modules/alarms/stream/building-stream.js';
import { ChangeRowsFactory } from '../../../src/modules/alarms/stream/change-rows.js';
import { EMPTY_STATE } from '../../../src/modules/alarms/stream/member-state.repository.js';
import { StreamWriter } from '../../../src/modules/alarms/stream/stream-writer.repository.js';
import type { Actor } from '../../../src/modules/auth/actor.js';
import { SystemClock } from '../../../src/platform/clock.js';
import { Drain } from '../../../src/platform/drain.js';
import { AppError } from '../../../src/platform/errors/app-error.js';
import { PersonLimits } from '../../../src/platform/limits/person-limits.js';
import { deadlineOf, PressQueue } from '../../../src/platform/load/press-queue.js';
import { ChangeSignals } from '../../../src/platform/realtime/change-signals.js';
import { type Connection, MemoryIo, MemorySocket } from './memory-io.js';
import { LocalBroadcast } from '../../../src/platform/realtime/local-broadcast.js';
import type { MemoryServer } from './memory-server.js';
import { stateText } from './state-text.js';

const POLL_MS = 1_000;
const HEAD_MS = 10_000;
/** A node ends this long after it was told to stop, when its calls have ended by then. */
const STOP_MS = 6_000;

const config = { rateLimits: false, redisUrl: 'redis://memory' } as never;
const ignore = (): undefined => undefined;
const logger = { trace: ignore, warn: ignore, error: ignore, info: ignore } as never;
/** A state holds everything that a node refers to, and the registry of the metrics is large. */
const trace = {
  received: ignore,
  answered: ignore,
  saved: ignore,
  committed: ignore,
  emitted: ignore,
} as never;
/** The audit log has rows that no tab is shown. */
const noAudit = { entriesOf: () => [] } as never;
const noJobs = { areRunHere: false, reserved: () => [], run: ignore } as never;
/** No place and no note is changed. */
const noUpdates = {} as never;
/** Virtual time has no lag. */
const load = { watch: ignore } as never;

interface SyncCursor {
  seq: number;
  epoch?: string;
}

/** A server process: the application's own classes around the alarm's stream. */
export class SimulatedNode {
  readonly io: MemoryIo;
  readonly pump: StreamPump;
  readonly drain = new Drain({} as never);
  isDead = false;
  /** Ends the HTTP requests that this node will not answer any more. */
  readonly openRequests = new Set<() => void>();
  private readonly clock = new SystemClock();
  private readonly alarms: AlarmsService;
  /** The requests that users wait for, in their order. */
  private readonly calls: string[] = [];
  private readonly syncOf: (userId: string, cursor: SyncCursor) => Promise<Sync>;
  private readonly admission: ConnectionAdmission;
  private readonly sweeper: ConnectionSweeper;
  private readonly stops: (() => void)[];
  private notified: (payload: string) => void = ignore;

  constructor(
    readonly name: string,
    private readonly server: MemoryServer,
    toOthers: (signal: unknown) => void,
  ) {
    const { scheduler } = server;
    this.io = new MemoryIo(toOthers);
    const io = this.io as never;
    const notifications = {
      onText: (listen: (payload: string) => void) => (this.notified = listen),
      onListening: ignore,
      send: ignore,
    } as never;
    const memberStates = {
      read: (ids: string[]) => Promise.resolve(this.statesOf(ids)),
      ofConnecting: (id: string) => Promise.resolve(this.statesOf([id]).get(id)),
    } as never;
    const admitAll = {
      admit: () => Promise.resolve(),
      isRepeat: ({ alarmId }: { alarmId: string }) =>
        Promise.resolve(server.rows.presses.has(alarmId)),
    } as never;
    const lookups = {
      originOf: (alarmId: string) => Promise.resolve(this.originOf(alarmId)),
    } as never;
    const now = performance.now();
    this.clock.correct(server.now(), now, now);

    const signals = new ChangeSignals(config, io, logger, notifications);
    // Those who read and write the stream remember nothing, so each caller may have its own.
    const repositoriesOf = (caller: string) => {
      const database = server.dataSource(name, caller) as never;
      const writer = new StreamWriter(database, signals, logger);
      return { writer, reader: new StreamReader(database, database, this.clock, writer) };
    };
    const { reader, writer } = repositoriesOf('pump');
    const changes = repositoriesOf('change');
    const broadcast = new LocalBroadcast(io);
    this.pump = new StreamPump(
      io,
      broadcast,
      this.clock,
      reader,
      writer,
      this.drain,
      signals,
      trace,
      logger,
      { gauge: ignore } as never,
    );
    const replays = new StreamReplay(this.clock, reader, this.pump);
    const rows = new ChangeRowsFactory(noAudit, noJobs);
    const stream = new BuildingStream(
      this.clock,
      admitAll,
      changes.writer,
      rows,
      signals,
      noJobs,
      new PressQueue(config, load),
      trace,
    );
    const limits = new PersonLimits(config, logger);
    this.alarms = new AlarmsService(
      config,
      this.drain,
      limits,
      lookups,
      admitAll,
      stream,
      noUpdates,
      this.clock,
      trace,
    );
    this.syncOf = (userId, cursor) => {
      const queries = new AlarmQueries(this.clock, repositoriesOf(userId).reader, memberStates);
      return queries.sync(userId, server.buildingId, cursor, 500);
    };
    const active = { isActive: () => Promise.resolve(true) } as never;
    this.admission = new ConnectionAdmission(
      io,
      active,
      memberStates,
      this.pump,
      replays,
      signals,
      logger,
    );
    this.sweeper = new ConnectionSweeper(
      io,
      this.clock,
      {} as never,
      this.admission,
      this.pump,
      reader,
      broadcast,
      {} as never,
      signals,
      logger,
    );
    this.stops = [
      scheduler.every(POLL_MS, () => void this.pump.poll().catch(ignore)),
      scheduler.every(HEAD_MS, () => void this.sweeper.emitHeads().catch(ignore)),
    ];
  }

  notify(payload: string): void {
    this.notified(payload);
  }

  /** Admits a connection, as the gateway does. */
  admit(connection: Connection, cursors: Record<string, Cursor>): void {
    const socket = new MemorySocket(this.io, connection, cursors);
    const admitted = this.admission.admit(socket as never).catch(() => connection.close());
    void this.call(`admit ${connection.id}`, admitted);
  }

  raise(userId: string, request: RaiseRequest): Promise<Raised> {
    const deadlineMs = deadlineOf(performance.now());
    const { buildingId } = this.server;
    const raised = this.alarms.raise(actorOf(userId), buildingId, request, deadlineMs);
    return this.call(`raise ${request.alarmId}`, raised);
  }

  end(userId: string, alarmId: string, outcome: Outcome): Promise<unknown> {
    return this.call(`end ${alarmId}`, this.alarms.end(actorOf(userId), alarmId, outcome));
  }

  sync(userId: string, cursor: SyncCursor): Promise<Sync> {
    return this.call(`sync ${userId} ${JSON.stringify(cursor)}`, this.syncOf(userId, cursor));
  }

  /** Reads an alarm's details; rejects when the stream has no such alarm. */
  details(alarmId: string): Promise<{ alarm: Alarm }> {
    const found = this.server.rows.events.filter(({ record }) => record.id === alarmId).at(-1);
    if (!found) return Promise.reject(new AppError('alarm.not_found'));
    return Promise.resolve({ alarm: alarmView(found.record, {}) });
  }

  /** Ends the process at once. */
  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.stops.forEach((stop) => stop());
    this.server.scheduler.kill(this.name);
    for (const { connection } of [...this.io.sockets.values()]) connection.close();
    for (const end of [...this.openRequests]) end();
  }

  /** Shuts the process down, as a rollout does. */
  leave(): void {
    if (this.drain.isLeaving) return;
    this.drain.onModuleDestroy();
    this.sweeper.onModuleDestroy();
    this.server.scheduler.setTimer(() => this.kill(), STOP_MS);
  }

  get isReady(): boolean {
    return !this.isDead && !this.drain.isLeaving;
  }

  /** @returns the fields, and the calls under way */
  stateText(isLeftOut: (object: object) => boolean): string {
    const { name, pump, drain, clock, alarms, admission, io, isDead, openRequests, calls } = this;
    const fields = [name, pump, drain, clock, alarms, admission, io, isDead, openRequests, calls];
    return stateText(fields, isLeftOut);
  }

  private call<T>(name: string, result: Promise<T>): Promise<T> {
    this.calls.push(name);
    return result.finally(() => this.calls.splice(this.calls.indexOf(name), 1));
  }

  private statesOf(userIds: string[]): Map<string, Map<string, object>> {
    const { buildingId } = this.server;
    return new Map(userIds.map((id) => [id, new Map([[buildingId, EMPTY_STATE]])]));
  }

  private originOf(alarmId: string): object {
    const record = this.server.rows.events.find((event) => event.record.id === alarmId)?.record;
    const { senderId = '', raisedAt = '' } = record ?? {};
    return { buildingId: this.server.buildingId, senderId, raisedAt: new Date(raisedAt) };
  }
}

const actorOf = (userId: string): Actor => ({ userId, sessionId: userId, email: '', roles: [] });
