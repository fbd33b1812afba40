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

/** The last time that a connection's rooms were, or will be, brought into step with the database. */
interface RoomSync {
  /** True while it has not read the database. */
  isWaiting: boolean;
  done: Promise<void>;
}

/** Joins connections to the rooms that the database allows, and sends them what they missed. */
@Injectable()
export class ConnectionAdmission {
  private readonly reloads = new PacedReloads();
  private readonly syncs = new WeakMap<AlarmSocket, RoomSync>();

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
      await this.syncRooms(socket);
    } catch (error) {
      this.logger.error({ err: error }, 'connection failed');
      socket.conn.close();
    }
  }

  /** Re-syncs the rooms that differ from the database, in case a signal was lost. */
  async reviewAll(): Promise<void> {
    const sockets = [...this.io.of('/').sockets.values()];
    if (sockets.length === 0) return;
    const userIds = new Set(sockets.map(({ data }) => data.actor.userId));
    const states = await this.memberStates.read([...userIds]);
    // A signal may have brought a newer state meanwhile, so what differs is read again.
    const differing = sockets.filter((socket) =>
      isElsewhere(socket, states.get(socket.data.actor.userId)),
    );
    await Promise.all(differing.map((socket) => this.review(socket)));
  }

  /** Re-syncs the rooms of a user whose rights or account changed, without a reconnect. */
  private async reviewPerson(userId: string): Promise<void> {
    await Promise.all(
      socketsIn(this.io, personRoom(userId)).map(async (socket) => {
        await this.review(socket);
        socket.emit('me:changed');
      }),
    );
  }

  /** Closes the connection on failure, because the client reconnects and is admitted again. */
  private async review(socket: AlarmSocket): Promise<void> {
    try {
      await this.syncRooms(socket);
    } catch (error) {
      this.logger.warn({ err: error }, 'rooms not re-synced, connection closed');
      socket.conn.close();
    }
  }

  /**
   * Joins the connection to the rooms that the database allows now. Each connection has one sync at a
   * time, or an older state might be applied last. A call while another waits shares that one.
   */
  private syncRooms(socket: AlarmSocket): Promise<void> {
    const before = this.syncs.get(socket);
    if (before?.isWaiting) return before.done;
    const sync: RoomSync = { isWaiting: true, done: Promise.resolve() };
    const run = async (): Promise<void> => {
      sync.isWaiting = false;
      await this.apply(socket, await this.memberStates.ofConnecting(socket.data.actor.userId));
    };
    sync.done = (before?.done ?? sync.done).then(run, run);
    this.syncs.set(socket, sync);
    return sync.done;
  }

  private async apply(socket: AlarmSocket, states: MemberStates): Promise<void> {
    for (const buildingId of buildingsOf(socket)) {
      if (states.has(buildingId)) continue;
      await socket.leave(buildingRoom(buildingId));
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

/** @returns the ids of the buildings in whose rooms the connection is */
function buildingsOf({ rooms }: AlarmSocket): string[] {
  const prefix = buildingRoom('');
  return [...rooms].filter((name) => name.startsWith(prefix)).map((n) => n.slice(prefix.length));
}

/** @returns whether the connection is in other rooms than those of these buildings */
function isElsewhere(socket: AlarmSocket, states: MemberStates = new Map()): boolean {
  const entered = buildingsOf(socket);
  return entered.length !== states.size || entered.some((id) => !states.has(id));
}
