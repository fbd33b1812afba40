import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Namespace, Server, Socket } from 'socket.io';
import { ERRORS } from '../../contract/errors.js';
import type { Ack } from '../../contract/events.js';
import {
  KIOSK_NAMESPACE,
  type KioskAlarm,
  type KioskClientEvents,
  type KioskEndReason,
  type KioskServerEvents,
  type KioskSound,
} from '../../contract/kiosks.js';
import { Clock } from '../../platform/clock.js';
import { AppError, errorBody, refusalOf } from '../../platform/errors/app-error.js';
import { validated } from '../../platform/input.js';
import { PersonLimits, limitOf } from '../../platform/limits/person-limits.js';
import type { Logger } from '../../platform/logging.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { floodBrake, writeBatcher } from '../../platform/realtime/direct-line.js';
import { BUILD, IO, LOGGER } from '../../platform/tokens.js';
import { PersonalEventsService } from '../alarms/responses/personal-events.service.js';
import { PresenceService } from '../buildings/devices/presence.service.js';
import { KioskTokens, type KioskClaims } from './kiosk-tokens.js';
import { kioskAlarm } from './kiosk-alarm.js';
import { KioskRepository, type EntitledKiosk } from './kiosk.repository.js';
import { ReportKiosk } from './kiosks.dto.js';

interface KioskData {
  claims: KioskClaims;
  /** Undefined until the display's first report. */
  sound: KioskSound | undefined;
  /** The alarms that it shows and that are not saved as shown yet. */
  shown: string[];
  /** The last state without its time, and when it was sent. */
  sent: string | undefined;
  sentAtMs: number;
}
type None = Record<string, never>;
type Displays = Namespace<KioskClientEvents, KioskServerEvents, None, KioskData>;
type Display = Socket<KioskClientEvents, KioskServerEvents, None, KioskData>;

/** Signals may be lost, and a display must be blank within 10 s of its revocation. */
const LOOK_EVERY_MS = 1_000;
/** A change is read for displays after this time, so that the tabs of members have it before. */
const MEMBERS_FIRST_MS = 50;
/** A display without a state for 15 s shows that it has lost the connection. */
const STATE_EVERY_MS = 10_000;
/** A display that reconnects leaves a dead connection behind for 15 s. */
const CONNECTIONS_PER_DISPLAY = 5;
/** Each connection costs a read. A display whose network fails tries once a second at most. */
const CONNECTS = limitOf('kiosk.connect', 120);
const REPORTS = limitOf('kiosk.report', 60);

/**
 * The connections of displays, in a namespace of their own: they count neither as homes nor as devices,
 * and no message to members reaches them. Each state is read for displays, without names.
 */
@Injectable()
export class KioskSockets implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly displays: Displays;
  /** The buildings that are read next. */
  private readonly due = new Set<string>();
  /** When the displays have left that are not saved as gone yet. */
  private readonly gone = new Map<string, Date>();
  private reading: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(IO) io: Server,
    @Inject(BUILD) private readonly build: string,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly kiosks: KioskRepository,
    private readonly tokens: KioskTokens,
    private readonly presence: PresenceService,
    private readonly personalEvents: PersonalEventsService,
    private readonly limits: PersonLimits,
    private readonly clock: Clock,
    signals: ChangeSignals,
  ) {
    this.displays = io.of(KIOSK_NAMESPACE) as Displays;
    this.displays.use((socket, next) => {
      this.admit(socket).then(
        () => next(),
        (error: unknown) => {
          const data = errorBody(error, socket.id);
          next(Object.assign(new Error(ERRORS[data.code].message), { data }));
          // Socket.IO would let a refused client ask again on it. The refusal is sent first.
          setImmediate(() => socket.conn.close());
        },
      );
    });
    this.displays.on('connection', (socket) => this.begin(socket));
    signals.subscribe('building', (buildingId) => {
      if (!this.displays.adapter.rooms.has(buildingId)) return;
      setTimeout(() => void this.look([buildingId]), MEMBERS_FIRST_MS).unref();
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.lookAtAll(), LOOK_EVERY_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Reads the rights and alarms of all displays, and sends each what has changed. */
  lookAtAll(): Promise<void> {
    return this.look(this.sockets().map(({ data }) => data.claims.buildingId));
  }

  /** One read at a time, so that no state overtakes a newer one. */
  private look(buildingIds: string[]): Promise<void> {
    for (const id of buildingIds) this.due.add(id);
    this.reading ??= this.readDue()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'displays not read, tries again'))
      .finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readDue(): Promise<void> {
    while (this.due.size > 0 || this.gone.size > 0) {
      const due = new Set(this.due);
      this.due.clear();
      const displays = this.sockets().filter(({ data }) => due.has(data.claims.buildingId));
      if (displays.length > 0) await this.update(displays, [...due]);
      if (this.gone.size > 0) await this.saveGone();
    }
  }

  /** Follows each update, which may just have saved a display that left meanwhile as connected. */
  private async saveGone(): Promise<void> {
    const gone = [...this.gone].map(([id, at]) => ({ id, at }));
    // Another connection of the display may be open here. Its room has also those that are still being
    // admitted, and one that is refused leaves without an event.
    const here = new Set(this.sockets().map(({ data }) => data.claims.kioskId));
    const away = gone.filter(({ id }) => !here.has(id));
    if (away.length > 0) await this.kiosks.saveGone(away, this.presence.nodeId);
    for (const { id, at } of gone) {
      if (this.gone.get(id) === at) this.gone.delete(id);
    }
  }

  private async update(displays: Display[], buildingIds: string[]): Promise<void> {
    const ids = displays.map(({ data }) => data.claims.kioskId);
    const now = this.clock.now();
    const [entitled, alarms] = await Promise.all([
      this.kiosks.entitled(ids, now),
      this.kiosks.alarms(buildingIds, now),
    ]);
    const known = new Map(entitled.map((kiosk) => [kiosk.id, kiosk]));
    /** The last connection of each display says whether it has sound. */
    const sounds = new Map<string, KioskSound>();
    const shown = new Map(
      buildingIds.map((id) => [
        id,
        alarms.filter(({ buildingId }) => buildingId === id).map(kioskAlarm),
      ]),
    );
    for (const socket of displays) {
      const { claims, sound } = socket.data;
      const kiosk = known.get(claims.kioskId);
      if (!kiosk) end(socket, 'revoked');
      else if (claims.expiresAt <= this.clock.now()) end(socket, 'token_expired');
      else {
        this.send(socket, shown.get(claims.buildingId) ?? [], kiosk);
        if (sound) sounds.set(claims.kioskId, sound);
      }
    }
    const { nodeId } = this.presence;
    for (const [id, sound] of sounds) {
      const saved = known.get(id);
      if (saved?.nodeId === nodeId && saved.sound === sound) continue;
      await this.kiosks.saveConnected(id, nodeId, sound);
    }
    await this.saveShown(displays);
  }

  /** Saves what the displays show in one statement, after all of them have their state. */
  private async saveShown(displays: Display[]): Promise<void> {
    const reports = displays.map(({ data }) => ({ data, ids: data.shown }));
    const shown = reports.flatMap(({ data, ids }) =>
      ids.map((alarmId) => ({ kioskId: data.claims.kioskId, alarmId })),
    );
    if (shown.length === 0) return;
    const alarmIds = await this.kiosks.saveShown(shown, this.clock.now());
    // The next look repeats a statement that failed, and saves a report that came meanwhile.
    for (const { data, ids } of reports) if (data.shown === ids) data.shown = [];
    for (const alarmId of alarmIds) this.personalEvents.reachChanged(alarmId);
  }

  private send(
    socket: Display,
    alarms: KioskAlarm[],
    { endedAt, exerciseAt }: EntitledKiosk,
  ): void {
    const { data } = socket;
    const now = this.clock.now();
    const shown = {
      alarms,
      ...(endedAt && { endedAt: endedAt.toISOString() }),
      ...(exerciseAt && { exerciseAt: exerciseAt.toISOString() }),
    };
    const state = JSON.stringify(shown);
    if (state === data.sent && now.getTime() - data.sentAtMs < STATE_EVERY_MS) return;
    Object.assign(data, { sent: state, sentAtMs: now.getTime() });
    socket.emit('kiosk:state', { ...shown, serverNow: now.toISOString(), build: this.build });
  }

  /**
   * Limits before it reads, so that no display takes the connections of the database.
   * @throws AppError auth.required for a token that is forged, expired or of a revoked display,
   *   request.rate_limited or connection.too_many
   */
  private async admit(socket: Display): Promise<void> {
    const { token } = socket.handshake.auth as Record<string, unknown>;
    if (typeof token !== 'string') throw new AppError('auth.required');
    const claims = this.tokens.verify(token);
    const { kioskId, buildingId } = claims;
    await this.limits.take(CONNECTS, kioskId);
    const count = this.displays.adapter.rooms.get(kioskId)?.size ?? 0;
    if (count >= CONNECTIONS_PER_DISPLAY) throw new AppError('connection.too_many');
    // Joins before the read, so that connections that are made together share one count.
    await socket.join([kioskId, buildingId]);
    const [entitled] = await this.kiosks.entitled([kioskId], this.clock.now());
    if (!entitled) throw new AppError('auth.required');
    socket.data = { claims, sound: undefined, shown: [], sent: undefined, sentAtMs: 0 };
  }

  private begin(socket: Display): void {
    const { kioskId, buildingId } = socket.data.claims;
    const brake = floodBrake(socket);
    const batchWrites = writeBatcher(socket);
    socket.use(([event, ...args], next) => {
      void this.limits.allows(REPORTS, kioskId).then((isAllowed) => {
        if (isAllowed && event === 'kiosk:report') return next();
        if (!isAllowed) brake();
        batchWrites();
        const error = new AppError(isAllowed ? 'request.not_found' : REPORTS.code);
        answer(args.at(-1), { ok: false, error: refusalOf(error, socket.id) });
      });
    });
    socket.on('kiosk:report', (report, acknowledge) => {
      this.report(socket, report).then(
        () => answer(acknowledge, { ok: true }),
        (error: unknown) => answer(acknowledge, { ok: false, error: refusalOf(error, socket.id) }),
      );
    });
    socket.on('disconnect', () => {
      this.gone.set(kioskId, this.clock.now());
      void this.look([]);
    });
    void this.look([buildingId]);
  }

  private async report({ data }: Display, report: unknown): Promise<void> {
    const { sound, token, shown = [] } = await validated(ReportKiosk, report);
    if (token !== undefined) {
      const claims = this.tokens.verify(token);
      if (claims.kioskId !== data.claims.kioskId) throw new AppError('auth.required');
      data.claims = claims;
    }
    data.sound = sound;
    data.shown = shown;
    await this.look([data.claims.buildingId]);
  }

  private sockets(): Display[] {
    return [...this.displays.sockets.values()];
  }
}

function end(socket: Display, reason: KioskEndReason): void {
  socket.emit('kiosk:end', { reason });
  socket.disconnect(true);
}

/** A client may send anything in place of the acknowledgement. */
function answer(acknowledge: unknown, ack: Ack): void {
  if (typeof acknowledge === 'function') (acknowledge as (ack: Ack) => void)(ack);
}
