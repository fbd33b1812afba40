import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { LOGGER } from '../../../platform/tokens.js';
import { AuthService } from '../../auth/auth.service.js';
import { StreamReader } from '../stream/stream-reader.js';
import { buildingRoom, sessionRoom } from '../../../platform/realtime/rooms.js';
import { end, type AlarmServer, type AlarmSocket } from './socket.js';
import { cut, SlowConsumers } from './slow-consumers.js';
import { ConnectionAdmission } from './connection-admission.js';
import { StreamPump } from './pump.js';

const LOOK_EVERY_MS = 1_000;
const HEAD_EVERY_MS = 10_000;
/** What a signal would have closed is closed within 30 s without it. */
const SWEEP_EVERY_MS = 25_000;
/** A token may be this old before its connection is closed: clocks differ, networks are slow. */
const TOKEN_LEEWAY_MS = 30_000;

/** What happens on its own while sockets are open: the look, the heads, and closing what ended. */
@Injectable()
export class ConnectionSweeper implements OnApplicationShutdown {
  private server: AlarmServer | undefined;
  private timers: NodeJS.Timeout[] = [];
  private readonly backlog = new SlowConsumers();

  constructor(
    private readonly clock: Clock,
    private readonly auth: AuthService,
    private readonly admission: ConnectionAdmission,
    private readonly pump: StreamPump,
    private readonly reader: StreamReader,
    signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    signals.subscribe('session', (sessionId) => this.signOut(sessionId));
    signals.onResumed(() => void this.sweep().catch(() => undefined));
  }

  connect(server: AlarmServer): void {
    this.server = server;
    this.timers = [
      this.every(LOOK_EVERY_MS, () => this.pump.look()),
      setInterval(() => this.cutSlowReaders(), LOOK_EVERY_MS),
      this.every(HEAD_EVERY_MS, () => this.tellHeads()),
      this.every(SWEEP_EVERY_MS, () => this.sweep()),
    ];
  }

  onApplicationShutdown(): void {
    this.timers.forEach(clearInterval);
  }

  /** Tells every client where its building stands: one that is behind fetches. */
  async tellHeads(): Promise<void> {
    for (const [buildingId, head] of await this.reader.heads(this.pump.followed())) {
      const room = this.server?.local.to(buildingRoom(buildingId));
      room?.emit('building:head', { buildingId, ...head });
    }
  }

  /**
   * What lost signals would have done: closes connections whose token ran out or whose sign-in was
   * ended, and takes people out of buildings, and into them.
   */
  async sweep(): Promise<void> {
    const oldest = this.clock.ago(TOKEN_LEEWAY_MS).getTime();
    for (const socket of this.sockets()) {
      if (socket.data.tokenEndsAtMs < oldest) end(socket, 'token_expired');
    }
    const sessionIds = [...new Set(this.sockets().map(({ data }) => data.actor.sessionId))];
    if (sessionIds.length === 0) return;
    const living = await this.auth.actorsOf(sessionIds);
    for (const id of sessionIds) if (!living.has(id)) this.signOut(id);
    await this.admission.reviewAll();
  }

  /** Ends connections of clients that stopped reading; they come back when they can. */
  cutSlowReaders(): void {
    for (const socket of this.backlog.tooSlow(this.sockets(), this.clock.now().getTime())) {
      this.logger.warn({ deviceId: socket.data.deviceId }, 'client does not read; cut');
      cut(socket);
    }
  }

  private sockets(): AlarmSocket[] {
    return [...(this.server?.of('/').sockets.values() ?? [])];
  }

  private signOut(sessionId: string): void {
    const here = this.server?.of('/');
    for (const id of here?.adapter.rooms.get(sessionRoom(sessionId)) ?? []) {
      const socket = here?.sockets.get(id);
      if (socket) end(socket, 'signed_out');
    }
  }

  private every(intervalMs: number, work: () => Promise<void>): NodeJS.Timeout {
    let running = false;
    return setInterval(() => {
      if (running) return;
      running = true;
      work()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'watch failed, tries again'))
        .finally(() => {
          running = false;
        });
    }, intervalMs);
  }
}
