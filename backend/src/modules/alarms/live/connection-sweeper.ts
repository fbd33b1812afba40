import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { LocalBroadcast } from '../../../platform/realtime/broadcast/local-broadcast.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import { AuthService } from '../../auth/auth.service.js';
import { StreamReader } from '../stream/stream-reader.repository.js';
import { buildingRoom, sessionRoom } from '../../../platform/realtime/rooms.js';
import { end, socketsIn, type AlarmServer, type AlarmSocket } from './socket.js';
import { cut, SlowConsumers } from './limits/slow-consumers.js';
import { ConnectionAdmission } from './connection-admission.js';
import { StreamPump } from './pump.js';

const POLL_EVERY_MS = 1_000;
const HEAD_EVERY_MS = 10_000;
/** A connection whose sign-in has ended is closed within 30 s, even if the signal was lost. */
const SWEEP_EVERY_MS = 25_000;

/** Polls and emits the streams' heads and closes ended connections, at intervals. */
@Injectable()
export class ConnectionSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timers: NodeJS.Timeout[] = [];
  private readonly slowConsumers = new SlowConsumers();

  constructor(
    @Inject(IO) private readonly io: AlarmServer,
    private readonly clock: Clock,
    private readonly auth: AuthService,
    private readonly admission: ConnectionAdmission,
    private readonly pump: StreamPump,
    private readonly reader: StreamReader,
    private readonly broadcast: LocalBroadcast,
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
      this.every(HEAD_EVERY_MS, () => this.emitHeads()),
      this.every(SWEEP_EVERY_MS, () => this.sweep()),
    ];
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
   * a signal was lost.
   */
  async sweep(): Promise<void> {
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
      if (socket.data.tokenEndsAtMs <= nowMs) end(socket, 'token_expired');
    }
  }

  /** Terminates connections of clients that stopped reading; they reconnect when they can. */
  cutSlowReaders(): void {
    for (const socket of this.slowConsumers.tooSlow(this.sockets(), this.clock.now().getTime())) {
      this.logger.warn(
        { deviceId: socket.data.deviceId },
        'client does not read; connection terminated',
      );
      cut(socket);
    }
  }

  private sockets(): AlarmSocket[] {
    return [...this.io.of('/').sockets.values()];
  }

  private signOut(sessionId: string): void {
    for (const socket of socketsIn(this.io, sessionRoom(sessionId))) end(socket, 'signed_out');
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
