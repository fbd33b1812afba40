import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { buildingRoom, personRoom } from '../../../platform/realtime/local-broadcast.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import {
  MemberStateRepository,
  type OwnState,
  type MemberStates,
} from '../stream/member-state.repository.js';
import { Handshake } from './handshake.js';
import { StreamPump } from './pump.js';
import { StreamReplay } from './replay.js';
import { endSession, socketsIn, type AlarmServer, type AlarmSocket } from './socket.js';

/** Each tab that is told reads `GET /auth/me`. A hundred a second leave room for everything else. */
const PER_TAB_MS = 10;

interface Tab {
  emit(event: 'me:changed'): unknown;
}

/**
 * Tells the tabs of whole buildings, one after the other, that there is news for their users. A tab that
 * waits is told once, however often its building has news, so nobody can make the others wait for long.
 */
export class PacedReloads {
  private readonly waiting = new Set<Tab>();
  private timer: NodeJS.Timeout | undefined;

  add(tabs: readonly Tab[]): void {
    for (const tab of tabs) this.waiting.add(tab);
    this.timer ??= setInterval(() => this.notifyNext(), PER_TAB_MS).unref();
  }

  private notifyNext(): void {
    const [next] = this.waiting;
    if (!next) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    this.waiting.delete(next);
    next.emit('me:changed');
  }
}

/** Joins connections to the rooms that the database allows, and sends them what they missed. */
@Injectable()
export class ConnectionAdmission {
  private readonly reloads = new PacedReloads();

  constructor(
    @Inject(IO) private readonly io: AlarmServer,
    private readonly handshake: Handshake,
    private readonly memberStates: MemberStateRepository,
    private readonly pump: StreamPump,
    private readonly replays: StreamReplay,
    signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    signals.subscribe('person', (userId) => void this.reviewPerson(userId));
    signals.subscribe('members', (buildingId) =>
      this.reloads.add(socketsIn(this.io, buildingRoom(buildingId))),
    );
  }

  /** Joins an authenticated connection to its rooms. Closes it on failure: the client comes again. */
  async admit(socket: AlarmSocket): Promise<void> {
    const { actor } = socket.data;
    try {
      await socket.join(personRoom(actor.userId));
      if (!(await this.handshake.isActive(socket))) return endSession(socket, 'signed_out');
      await this.syncRooms(socket, await this.memberStates.ofConnecting(actor.userId));
    } catch (error) {
      this.logger.error({ err: error }, 'connection failed');
      socket.conn.close();
    }
  }

  /** Re-syncs all rooms with the database, in case a signal was lost. */
  async reviewAll(): Promise<void> {
    const sockets = [...this.io.of('/').sockets.values()];
    if (sockets.length === 0) return;
    const userIds = new Set(sockets.map(({ data }) => data.actor.userId));
    const states = await this.memberStates.read([...userIds]);
    for (const socket of sockets) {
      await this.review(socket, states.get(socket.data.actor.userId) ?? new Map<string, never>());
    }
  }

  /** Re-syncs the rooms of a user whose rights or account changed, without a reconnect. */
  private async reviewPerson(userId: string): Promise<void> {
    await Promise.all(
      socketsIn(this.io, personRoom(userId)).map(async (socket) => {
        await this.review(socket, this.memberStates.ofConnecting(userId));
        socket.emit('me:changed');
      }),
    );
  }

  /** Closes the connection on failure, because the client reconnects and is admitted again. */
  private async review(
    socket: AlarmSocket,
    states: MemberStates | Promise<MemberStates>,
  ): Promise<void> {
    try {
      await this.syncRooms(socket, await states);
    } catch (error) {
      this.logger.warn({ err: error }, 'rooms not re-synced, connection closed');
      socket.conn.close();
    }
  }

  private async syncRooms(socket: AlarmSocket, states: MemberStates): Promise<void> {
    for (const room of [...socket.rooms].filter((name) => name.startsWith(buildingRoom('')))) {
      const buildingId = room.slice(buildingRoom('').length);
      if (states.has(buildingId)) continue;
      await socket.leave(room);
      socket.emit('building:left', { buildingId });
    }
    for (const [buildingId, state] of states) {
      if (socket.rooms.has(buildingRoom(buildingId))) continue;
      await this.enter(socket, buildingId, state);
    }
  }

  /** Joins before it reads, because a repeated event is harmless and a missed one is not. */
  private async enter(socket: AlarmSocket, buildingId: string, state: OwnState): Promise<void> {
    await socket.join(buildingRoom(buildingId));
    await this.pump.follow(buildingId);
    await this.replays.replay(buildingId, socket.data.cursors[buildingId], (sync) =>
      socket.emit('sync', { ...sync, ...state }),
    );
  }
}
