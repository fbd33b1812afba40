import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '../../../platform/logging.js';
import { LocalBroadcast } from '../../../platform/realtime/fast/local-broadcast.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import {
  ReadinessService,
  seenBy,
  type BuildingReadiness,
} from '../../buildings/devices/readiness.service.js';
import { buildingRoom } from '../../../platform/realtime/rooms.js';
import type { AlarmServer } from './socket.js';

const POLL_EVERY_MS = 2_000;

/**
 * Emits the number of ready homes to this node's tabs when it changes. One query every two seconds
 * covers all their buildings and returns only those that changed.
 */
@Injectable()
export class ReadinessBroadcaster implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isPolling = false;
  /** The last counts that were sent and the connections that received them, by building. */
  private sent = new Map<string, { fingerprint: string; ids: Set<string> }>();

  constructor(
    @Inject(IO) private readonly io: AlarmServer,
    private readonly readiness: ReadinessService,
    private readonly broadcast: LocalBroadcast,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.poll(), POLL_EVERY_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async poll(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      const rooms = this.rooms();
      this.sent = new Map(
        [...rooms].map(([id, ids]) => [id, { fingerprint: this.fingerprintFor(id, ids), ids }]),
      );
      if (rooms.size === 0) return;
      const known = new Map([...this.sent].map(([id, { fingerprint }]) => [id, fingerprint]));
      for (const found of await this.readiness.read(known)) {
        this.send(found, rooms.get(found.buildingId) ?? new Set());
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'readiness not sent, tries again');
    } finally {
      this.isPolling = false;
    }
  }

  /** A user's own home is not a neighbour, so members of ready homes get other counts than the rest. */
  private send(found: BuildingReadiness, ids: Set<string>): void {
    const { buildingId, fingerprint } = found;
    this.sent.set(buildingId, { fingerprint, ids });
    const { sockets } = this.io.of('/');
    const readyUserIds = new Set(found.ready.flat());
    for (const isReady of [true, false]) {
      const group = [...ids].filter(
        (id) => readyUserIds.has(sockets.get(id)?.data.actor.userId ?? '') === isReady,
      );
      const payload = { buildingId, ...seenBy({ isReady }, found) };
      this.broadcast.emitTo(group, 'building:readiness', payload);
    }
  }

  /** Empty when a socket has no counts yet, which forces a full send. */
  private fingerprintFor(buildingId: string, ids: Set<string>): string {
    const sent = this.sent.get(buildingId);
    return sent && [...ids].every((id) => sent.ids.has(id)) ? sent.fingerprint : '';
  }

  /** This node's connections, by building. */
  private rooms(): Map<string, Set<string>> {
    const prefix = buildingRoom('');
    const rooms = [...this.io.of('/').adapter.rooms];
    return new Map(
      rooms
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, ids]) => [name.slice(prefix.length), new Set(ids)]),
    );
  }
}
