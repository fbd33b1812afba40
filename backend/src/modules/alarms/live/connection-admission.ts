import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import type { Cursor } from '../../../contract/alarm.js';
import { ERRORS, type ErrorBody } from '../../../contract/errors.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { errorBody } from '../../../platform/errors/error-result.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { LOGGER } from '../../../platform/tokens.js';
import { AuthService } from '../../auth/auth.service.js';
import { buildingRoom, personRoom, sessionRoom } from '../../../platform/realtime/rooms.js';
import { end, type AlarmServer, type AlarmSocket } from './socket.js';
import { ConnectionLookup } from './connection-lookup.js';
import { type MemberState, readMemberStates, type MemberStates } from '../stream/member-state.js';
import { StreamPump } from './pump.js';
import { StreamReplay } from './replay.js';

type Next = (error?: Error & { data?: ErrorBody }) => void;

/** Lets connections in, into the rooms the database says, and brings them up to date. */
@Injectable()
export class ConnectionAdmission {
  private server: AlarmServer | undefined;
  /** How many sign-ins have ended, as far as this node has heard. */
  private ended = 0;

  constructor(
    private readonly auth: AuthService,
    private readonly database: DataSource,
    private readonly lookup: ConnectionLookup,
    private readonly pump: StreamPump,
    private readonly replays: StreamReplay,
    signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    signals.subscribe('session', () => (this.ended += 1));
    signals.subscribe('person', (userId) => void this.reviewPerson(userId));
  }

  connect(server: AlarmServer): void {
    this.server = server;
    server.use((socket, next) => void this.authenticate(socket, next));
  }

  /** Runs after the handshake. @throws when the connection could not be brought up to date */
  async welcome(socket: AlarmSocket): Promise<void> {
    const { actor, endedBefore } = socket.data;
    await socket.join([personRoom(actor.userId), sessionRoom(actor.sessionId)]);
    // A signal that came after the look-up and before it was in that room has passed it by.
    const isSure = endedBefore === this.ended;
    if (!isSure && !(await this.lookup.actorOf(actor.sessionId))) return end(socket, 'signed_out');
    await this.bringUpToDate(socket, await this.lookup.memberStatesOf(actor.userId));
  }

  /** What a lost signal would have told: everybody here is only where they may be, and wherever they may. */
  async reviewAll(): Promise<void> {
    const sockets = [...(this.server?.of('/').sockets.values() ?? [])];
    if (sockets.length === 0) return;
    const userIds = [...new Set(sockets.map(({ data }) => data.actor.userId))];
    const standings = await readMemberStates(this.database, userIds);
    for (const socket of sockets) {
      await this.review(
        socket,
        standings.get(socket.data.actor.userId) ?? new Map<string, never>(),
      );
    }
  }

  private async authenticate(socket: AlarmSocket, next: Next): Promise<void> {
    try {
      const endedBefore = this.ended;
      const handshake = socket.handshake.auth as Record<string, unknown>;
      const { token, deviceId } = handshake;
      if (typeof token !== 'string') throw new AppError('auth.required');
      if (!isUUID(deviceId)) throw new AppError('request.invalid');
      const { sub, sid, exp } = this.auth.verify(token);
      const actor = await this.lookup.actorOf(sid);
      if (actor?.userId !== sub) throw new AppError('auth.session_ended');
      socket.data = {
        actor,
        tokenEndsAtMs: exp * 1000,
        deviceId: deviceId as string,
        cursors: readCursors(handshake['cursors']),
        endedBefore,
      };
      next();
    } catch (error) {
      const body = errorBody(error, socket.id);
      next(Object.assign(new Error(ERRORS[body.code].message), { data: body }));
    }
  }

  /** Memberships of a connected person changed: in and out of rooms, without a reconnect. */
  private async reviewPerson(userId: string): Promise<void> {
    const here = this.server?.of('/');
    const ids = [...(here?.adapter.rooms.get(personRoom(userId)) ?? [])];
    await Promise.all(
      ids.map(async (id) => {
        const socket = here?.sockets.get(id);
        if (socket) await this.review(socket, this.lookup.memberStatesOf(userId));
      }),
    );
  }

  /** One that fails is made up for by the check at the next emit, the next sweep and the next connection. */
  private async review(
    socket: AlarmSocket,
    standing: MemberStates | Promise<MemberStates>,
  ): Promise<void> {
    try {
      await this.bringUpToDate(socket, await standing);
    } catch (error) {
      this.logger.warn({ err: error }, 'connection not reviewed');
      socket.conn.close();
    }
  }

  private async bringUpToDate(socket: AlarmSocket, standing: MemberStates): Promise<void> {
    for (const room of [...socket.rooms].filter((name) => name.startsWith(buildingRoom('')))) {
      const buildingId = room.slice(buildingRoom('').length);
      if (standing.has(buildingId)) continue;
      await socket.leave(room);
      socket.emit('building:left', { buildingId });
    }
    for (const [buildingId, own] of standing) {
      if (socket.rooms.has(buildingRoom(buildingId))) continue;
      await this.enter(socket, buildingId, own);
    }
  }

  /** Joins first and reads afterwards: an overlap is harmless, a hole is not. */
  private async enter(socket: AlarmSocket, buildingId: string, own: MemberState): Promise<void> {
    await socket.join(buildingRoom(buildingId));
    await this.pump.follow(buildingId);
    await this.replays.replay(buildingId, socket.data.cursors[buildingId], (sync) =>
      socket.emit('sync', { ...sync, ...own }),
    );
  }
}

function readCursors(given: unknown): Record<string, Cursor> {
  if (typeof given !== 'object' || given === null) return {};
  const cursors = Object.entries(given as Record<string, Partial<Cursor> | null>).filter(
    (entry): entry is [string, Cursor] =>
      isUUID(entry[0]) &&
      typeof entry[1]?.epoch === 'string' &&
      Number.isInteger(entry[1].seq) &&
      Number(entry[1].seq) >= 0,
  );
  return Object.fromEntries(cursors);
}
