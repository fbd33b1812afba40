import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Cursor } from '../../contract/alarm.js';
import { ERRORS, type ErrorBody } from '../../contract/errors.js';
import { COUNTS } from '../../contract/limits.js';
import { AppError } from '../../platform/app-error.js';
import { Hints } from '../../platform/realtime/hints.js';
import { AuthService } from '../auth/auth.service.js';
import { BuildingsService } from '../buildings/buildings.service.js';
import { errorBody } from '../../platform/error-answer.js';
import { AlarmQueries } from './alarm-queries.js';
import { buildingRoom, personRoom, sessionRoom } from './rooms.js';
import type { AlarmServer, AlarmSocket } from './socket.js';
import { StreamPump } from './stream-pump.js';

type Next = (error?: Error & { data?: ErrorBody }) => void;

/** Lets connections in, into the rooms the database says, and brings them up to date. */
@Injectable()
export class SocketEntry {
  private server: AlarmServer | undefined;

  constructor(
    private readonly auth: AuthService,
    private readonly buildings: BuildingsService,
    private readonly queries: AlarmQueries,
    private readonly pump: StreamPump,
    hints: Hints,
  ) {
    hints.on('person', (userId) => void this.reviewPerson(userId));
  }

  connect(server: AlarmServer): void {
    this.server = server;
    server.use((socket, next) => void this.authenticate(socket, next));
  }

  /** Runs after the handshake. @throws when the connection could not be brought up to date */
  async welcome(socket: AlarmSocket): Promise<void> {
    const { actor } = socket.data;
    await socket.join([personRoom(actor.userId), sessionRoom(actor.sessionId)]);
    await this.bringUpToDate(socket);
  }

  private async authenticate(socket: AlarmSocket, next: Next): Promise<void> {
    try {
      const handshake = socket.handshake.auth as Record<string, unknown>;
      const { token, deviceId } = handshake;
      if (typeof token !== 'string') throw new AppError('auth.required');
      if (!isUUID(deviceId)) throw new AppError('request.invalid');
      socket.data = {
        ...(await this.auth.authenticate(token)),
        deviceId: deviceId as string,
        cursors: readCursors(handshake['cursors']),
      };
      next();
    } catch (error) {
      const body = errorBody(error, socket.id);
      next(Object.assign(new Error(ERRORS[body.code].message), { data: body }));
    }
  }

  /** Memberships of a connected person changed: in and out of rooms, without a reconnect. */
  private async reviewPerson(userId: string): Promise<void> {
    const room = this.server?.of('/').adapter.rooms.get(personRoom(userId)) ?? [];
    for (const id of room) {
      const socket = this.server?.of('/').sockets.get(id);
      // A review that fails is made up for by the check at the next emit and the next connection.
      if (socket) await this.bringUpToDate(socket).catch(() => socket.conn.close());
    }
  }

  private async bringUpToDate(socket: AlarmSocket): Promise<void> {
    const { userId } = socket.data.actor;
    const memberships = await this.buildings.membershipsOf(userId);
    const entitled = memberships
      .filter(({ status }) => status === 'active')
      .map(({ building }) => building.id);
    for (const room of [...socket.rooms].filter((name) => name.startsWith(buildingRoom('')))) {
      const buildingId = room.slice(buildingRoom('').length);
      if (entitled.includes(buildingId)) continue;
      await socket.leave(room);
      socket.emit('building:left', { buildingId });
    }
    for (const buildingId of entitled) {
      if (!socket.rooms.has(buildingRoom(buildingId))) await this.enter(socket, buildingId);
    }
  }

  /** Joins first and reads afterwards: an overlap is harmless, a hole is not. */
  private async enter(socket: AlarmSocket, buildingId: string): Promise<void> {
    await socket.join(buildingRoom(buildingId));
    await this.pump.follow(buildingId);
    const { actor, cursors } = socket.data;
    const cursor = cursors[buildingId];
    const sync = await this.queries.sync(actor.userId, buildingId, cursor, COUNTS.eventsPerSync);
    socket.emit('sync', sync);
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
