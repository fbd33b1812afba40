import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Counter } from 'prom-client';
import type { Cursor } from '../../../contract/alarm.js';
import { ERRORS, type ErrorBody } from '../../../contract/errors.js';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import { AppError, errorBody } from '../../../platform/errors/app-error.js';
import type { Config } from '../../../platform/config.js';
import { PersonLimits, limitOf } from '../../../platform/limits/person-limits.js';
import { Metrics } from '../../../platform/metrics.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { sessionRoom } from '../../../platform/realtime/local-broadcast.js';
import { CONFIG, IO } from '../../../platform/tokens.js';
import type { Actor } from '../../auth/actor.js';
import { AuthService } from '../../auth/auth.service.js';
import { SEQ_MAX } from '../alarms.dto.js';
import { EventLimits } from './event-limits.js';
import {
  endSession,
  socketsIn,
  type AlarmServer,
  type AlarmSocket,
  type SocketData,
} from './socket.js';

/** More than a browser's tabs need, and few enough that one sign-in cannot fill a node. */
const SOCKETS_PER_SESSION = 50;

/**
 * Limits the connections of a sign-in, which cost reads and a sync each: a client may leave and connect
 * again on the same WebSocket. Fifty tabs that reconnect together do so six times a minute.
 */
const CONNECTS = limitOf('connect', 300);
/** Leaves room for the user's phone while three of their browsers connect too often. */
const CONNECTS_OF_PERSON = limitOf('connect.person', 1_000);

/**
 * Many tabs connect at the same time, so their sign-ins are read together. Look-ups run in parallel: a
 * slow one delays its own connections only.
 */
const SIGN_INS = { soonMs: 10, everyMs: 60, holdMs: 0 };

type SignIn = Pick<SocketData, 'actor' | 'tokenEndsAtMs' | 'endedBefore'>;
type Claims = ReturnType<AuthService['verify']>;
type Next = (error?: Error & { data?: ErrorBody }) => void;

/** Authenticates connections. A refused client gets a `connect_error` with the error's code. */
@Injectable()
export class Handshake {
  /** Counts the ended sign-ins that were signalled to this node. */
  private endedCount = 0;
  private readonly actors: BatchLoader<string, Actor>;
  private readonly refused: Counter<'code'>;
  private readonly opened: Counter<'returning'>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(IO) private readonly io: AlarmServer,
    private readonly auth: AuthService,
    private readonly limits: PersonLimits,
    private readonly events: EventLimits,
    signals: ChangeSignals,
    metrics: Metrics,
  ) {
    this.refused = metrics.counter(
      'resq_handshakes_refused_total',
      'Connections that were refused, by the code of the error',
      ['code'],
    );
    this.opened = metrics.counter(
      'resq_connections_opened_total',
      'Connections, by whether the tab was connected before',
      ['returning'],
    );
    for (const returning of ['true', 'false']) this.opened.inc({ returning }, 0);
    this.actors = new BatchLoader((sessionIds) => auth.actorsOf(sessionIds), SIGN_INS);
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
    return (await this.actors.load(data.actor.sessionId)) !== undefined;
  }

  /**
   * Replaces the token of an open connection. The connection then ends with the token's sign-in,
   * which is another one after the user has signed in again in this browser.
   * @throws AppError auth.required, auth.session_ended or connection.too_many
   */
  async renew(socket: AlarmSocket, token: string): Promise<void> {
    const signIn = await this.signInOf(this.auth.verify(token));
    const { userId, sessionId } = socket.data.actor;
    if (signIn.actor.userId !== userId) throw new AppError('auth.required');
    if (signIn.actor.sessionId !== sessionId) {
      this.enter(socket, signIn.actor.sessionId);
      void socket.leave(sessionRoom(sessionId));
    }
    Object.assign(socket.data, signIn);
    if (!(await this.isActive(socket))) endSession(socket, 'signed_out');
  }

  private async authenticate(socket: AlarmSocket, next: Next): Promise<void> {
    try {
      const { token, deviceId, cursors } = socket.handshake.auth as Record<string, unknown>;
      if (typeof token !== 'string') throw new AppError('auth.required');
      if (typeof deviceId !== 'string' || !isUUID(deviceId)) throw new AppError('request.invalid');
      const device = { deviceId: deviceId.toLowerCase(), cursors: readCursors(cursors) };
      const claims = this.auth.verify(token);
      await this.limits.take(CONNECTS, `${claims.sub} ${claims.sid}`);
      const signIn = await this.signInOf(claims);
      await this.limits.take(CONNECTS_OF_PERSON, claims.sub);
      socket.data = {
        ...signIn,
        ...device,
        receivedAtMs: performance.now(),
      };
      socket.conn.on('packet', () => (socket.data.receivedAtMs = performance.now()));
      this.enter(socket, socket.data.actor.sessionId);
      this.events.apply(socket);
      const returning = String(Object.keys(device.cursors).length > 0);
      this.opened.inc({ returning });
      next();
    } catch (error) {
      const body = errorBody(error, socket.id);
      this.refused.inc({ code: body.code });
      next(Object.assign(new Error(ERRORS[body.code].message), { data: body }));
    }
  }

  private async signInOf({ sub, sid, exp }: Claims): Promise<SignIn> {
    const endedBefore = this.endedCount;
    const actor = await this.actors.load(sid);
    if (actor?.userId !== sub) throw new AppError('auth.session_ended');
    return { actor, tokenEndsAtMs: exp * 1000, endedBefore };
  }

  /**
   * Joins at once, so that connections that are made together share one count. A browser on a
   * failing network leaves dead connections behind, which are noticed after 15 s only. Its new
   * connection therefore replaces the one of the same device that has been silent for longest.
   */
  private enter(socket: AlarmSocket, sessionId: string): void {
    const room = sessionRoom(sessionId);
    // The room also has those whose handshake goes on, which are no sockets of the namespace yet.
    const count = this.io.of('/').adapter.rooms.get(room)?.size ?? 0;
    if (this.config.rateLimits && count >= SOCKETS_PER_SESSION) {
      const silent = socketsIn(this.io, room)
        .filter(({ data }) => data.deviceId === socket.data.deviceId)
        .sort((one, other) => one.data.receivedAtMs - other.data.receivedAtMs)[0];
      if (!silent) throw new AppError('connection.too_many');
      silent.disconnect(true);
    }
    void socket.join(room);
  }
}

function readCursors(given: unknown): Record<string, Cursor> {
  if (typeof given !== 'object' || given === null) return {};
  const cursors = Object.entries(given as Record<string, Partial<Cursor> | null>).filter(
    (entry): entry is [string, Cursor] =>
      isUUID(entry[0]) &&
      typeof entry[1]?.epoch === 'string' &&
      ['string', 'undefined'].includes(typeof entry[1].at) &&
      Number.isInteger(entry[1].seq) &&
      Number(entry[1].seq) >= 0 &&
      Number(entry[1].seq) <= SEQ_MAX,
  );
  return Object.fromEntries(cursors.map(([id, cursor]) => [id.toLowerCase(), cursor]));
}
