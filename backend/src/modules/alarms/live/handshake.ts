import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Cursor } from '../../../contract/alarm.js';
import { ERRORS, type ErrorBody } from '../../../contract/errors.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { errorBody } from '../../../platform/errors/error-result.js';
import { PersonLimits } from '../../../platform/limits/person-limits.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { IO } from '../../../platform/tokens.js';
import { AuthService } from '../../auth/auth.service.js';
import { ConnectionLookup } from './connection-lookup.js';
import { EventTurns } from './limits/event-turns.js';
import { limitEvents } from './limits/event-limits.js';
import type { AlarmServer, AlarmSocket, SocketData } from './socket.js';

type Next = (error?: Error & { data?: ErrorBody }) => void;

/** Authenticates connections. A refused client gets a `connect_error` with the error's code. */
@Injectable()
export class Handshake {
  /** Counts the ended sign-ins that were signalled to this node. */
  private endedCount = 0;
  private readonly turns = new EventTurns();

  constructor(
    @Inject(IO) io: AlarmServer,
    private readonly auth: AuthService,
    private readonly lookup: ConnectionLookup,
    private readonly limits: PersonLimits,
    signals: ChangeSignals,
  ) {
    signals.subscribe('session', () => (this.endedCount += 1));
    io.use((socket, next) => void this.authenticate(socket, next));
  }

  /**
   * Checks the sign-in of a connection that has joined its session's room. A sign-out between
   * lookup and join would be missed, so check again.
   * @returns whether the sign-in is still active
   */
  async isActive({ data }: AlarmSocket): Promise<boolean> {
    if (data.endedBefore === this.endedCount) return true;
    return (await this.lookup.actorOf(data.actor.sessionId)) !== undefined;
  }

  private async authenticate(socket: AlarmSocket, next: Next): Promise<void> {
    try {
      socket.data = await this.read(socket.handshake.auth);
      limitEvents(socket, this.limits, this.turns);
      next();
    } catch (error) {
      const body = errorBody(error, socket.id);
      next(Object.assign(new Error(ERRORS[body.code].message), { data: body }));
    }
  }

  private async read({ token, deviceId, cursors }: Record<string, unknown>): Promise<SocketData> {
    const endedBefore = this.endedCount;
    if (typeof token !== 'string') throw new AppError('auth.required');
    if (typeof deviceId !== 'string' || !isUUID(deviceId)) throw new AppError('request.invalid');
    const { sub, sid, exp } = this.auth.verify(token);
    const actor = await this.lookup.actorOf(sid);
    if (actor?.userId !== sub) throw new AppError('auth.session_ended');
    const tokenEndsAtMs = exp * 1000;
    return { actor, tokenEndsAtMs, deviceId, cursors: readCursors(cursors), endedBefore };
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
