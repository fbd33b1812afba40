import {
  Inject,
  Injectable,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleDestroy,
} from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { terminate, unsentBytes } from '../../../platform/realtime/direct-line.js';
import {
  buildingRoom,
  LocalBroadcast,
  sessionRoom,
} from '../../../platform/realtime/local-broadcast.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import { AuthService } from '../../auth/auth.service.js';
import { StreamReader } from '../stream/stream-reader.repository.js';
import { ConnectionAdmission } from './connection-admission.js';
import { StreamPump } from './pump.js';
import { ReadinessBroadcaster } from './readiness-broadcaster.js';
import { endSession, socketsIn, type AlarmServer, type AlarmSocket } from './socket.js';

const POLL_EVERY_MS = 1_000;
const READINESS_EVERY_MS = 2_000;
const HEAD_EVERY_MS = 10_000;
/** A connection whose sign-in has ended is closed within 30 s, even if the signal was lost. */
const SWEEP_EVERY_MS = 25_000;
/** A client with more unsent bytes than this, for this long, does not read. */
const UNSENT_LIMIT_BYTES = 256 * 1024;
const UNSENT_LIMIT_MS = 5_000;

/** Tabs reconnect to another node at a pace at which its alarms do not become late. */
const FIRST_RETURN_MS = 200;
const RETURN_PER_TAB_MS = 2;
const LAST_RETURN_MS = 5_000;

/**
 * Closes connections: those whose sign-in or token has ended, those that do not read, and all when the
 * node shuts down. It also runs the other work at intervals: polls, heads and readiness.
 */
@Injectable()
export class ConnectionSweeper
  implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  private timers: NodeJS.Timeout[] = [];
  /** Since when too many bytes wait for a client. */
  private readonly slowSinceMs = new WeakMap<AlarmSocket, number>();
  /** The last sweep. */
  private swept = Promise.resolve();

  constructor(
    @Inject(IO) private readonly io: AlarmServer,
    private readonly clock: Clock,
    private readonly auth: AuthService,
    private readonly admission: ConnectionAdmission,
    private readonly pump: StreamPump,
    private readonly reader: StreamReader,
    private readonly broadcast: LocalBroadcast,
    private readonly readiness: ReadinessBroadcaster,
    signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    signals.subscribe('session', (sessionId) => this.signOut(sessionId));
    signals.onResumed(() => {
      // The periodic one tries again.
      const warn = (error: unknown) => logger.warn({ err: error }, 'sweep after an outage failed');
      void this.sweep().catch(warn);
    });
  }

  onApplicationBootstrap(): void {
    this.timers = [
      this.every(POLL_EVERY_MS, () => this.pump.poll()),
      setInterval(() => this.cutSlowReaders(), POLL_EVERY_MS),
      setInterval(() => this.endExpired(), POLL_EVERY_MS),
      this.every(READINESS_EVERY_MS, () => this.readiness.poll()),
      this.every(HEAD_EVERY_MS, () => this.emitHeads()),
      this.every(SWEEP_EVERY_MS, () => this.sweep()),
    ];
  }

  /** Tells tabs when to reconnect to another node, spread over time to prevent a reconnect storm. */
  onModuleDestroy(): void {
    const sockets = this.sockets();
    const mostMs = LAST_RETURN_MS - FIRST_RETURN_MS;
    const spreadMs = Math.min(sockets.length * RETURN_PER_TAB_MS, mostMs);
    sockets.forEach((socket, n) => {
      const retryInMs = Math.round(FIRST_RETURN_MS + (n / sockets.length) * spreadMs);
      socket.emit('server:bye', { retryInMs });
    });
  }

  onApplicationShutdown(): void {
    this.timers.forEach(clearInterval);
  }

  /** Emits each building's head, so that a client that is behind fetches. */
  async emitHeads(): Promise<void> {
    for (const [buildingId, { epoch, seq }] of await this.reader.heads(this.pump.followed())) {
      // The pump may have passed this read, and a head that goes back makes every tab fetch.
      const emitted = this.pump.position(buildingId);
      if (emitted?.epoch === epoch && emitted.seq > seq) continue;
      this.broadcast.emit(buildingRoom(buildingId), 'building:head', { buildingId, epoch, seq });
    }
  }

  /**
   * Closes connections whose sign-in has ended, and re-syncs all rooms with the memberships, in case
   * a signal was lost. One sweep runs at a time: the one after an outage waits for a periodic one, which
   * may have read before the signal was lost.
   */
  sweep(): Promise<void> {
    const sweep = this.swept.then(() => this.sweepOnce());
    this.swept = sweep.catch(() => undefined);
    return sweep;
  }

  private async sweepOnce(): Promise<void> {
    const sessionIds = [...new Set(this.sockets().map(({ data }) => data.actor.sessionId))];
    if (sessionIds.length === 0) return;
    const living = await this.auth.actorsOf(sessionIds);
    for (const id of sessionIds) if (!living.has(id)) this.signOut(id);
    await this.admission.reviewAll();
  }

  /** Closes connections whose token has expired. A tab renews its token two minutes earlier. */
  endExpired(): void {
    const nowMs = this.clock.now().getTime();
    for (const socket of this.sockets()) {
      if (socket.data.tokenEndsAtMs <= nowMs) endSession(socket, 'token_expired');
    }
  }

  /**
   * Terminates connections over the limit in every call of the last 5 s: Socket.IO would buffer
   * everything for them in this process's memory. The clients reconnect when they can.
   */
  cutSlowReaders(): void {
    const nowMs = this.clock.now().getTime();
    for (const socket of this.sockets()) {
      if (unsentBytes(socket) <= UNSENT_LIMIT_BYTES) {
        this.slowSinceMs.delete(socket);
        continue;
      }
      const sinceMs = this.slowSinceMs.get(socket) ?? nowMs;
      this.slowSinceMs.set(socket, sinceMs);
      if (nowMs - sinceMs < UNSENT_LIMIT_MS) continue;
      const { deviceId } = socket.data;
      this.logger.warn({ deviceId }, 'client does not read; connection terminated');
      terminate(socket);
    }
  }

  private sockets(): AlarmSocket[] {
    return [...this.io.of('/').sockets.values()];
  }

  private signOut(sessionId: string): void {
    for (const socket of socketsIn(this.io, sessionRoom(sessionId))) {
      endSession(socket, 'signed_out');
    }
  }

  private every(intervalMs: number, work: () => Promise<void>): NodeJS.Timeout {
    let running = false;
    return setInterval(() => {
      if (running) return;
      running = true;
      work()
        .catch((error: unknown) =>
          this.logger.warn({ err: error }, 'periodic task failed, tries again'),
        )
        .finally(() => {
          running = false;
        });
    }, intervalMs);
  }
}
