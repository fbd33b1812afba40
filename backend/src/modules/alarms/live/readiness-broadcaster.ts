import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '../../../platform/logging.js';
import { LocalBroadcast } from '../../../platform/realtime/local-broadcast.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import {
  ReadinessService,
  seenBy,
  type BuildingReadiness,
} from '../../buildings/devices/readiness.service.js';
import { buildingRoom } from '../../../platform/realtime/local-broadcast.js';
import type { AlarmServer } from './socket.js';

const POLL_EVERY_MS = 2_000;

/** A building's last counts, once they were read, and the connections that have them. */
interface Sent {
  found: BuildingReadiness | undefined;
  ids: Set<string>;
}

/**
 * Emits the number of ready homes to this node's tabs when it changes, and to a tab that is new. One
 * query every two seconds covers all their buildings and returns only those that changed.
 */
@Injectable()
export class ReadinessBroadcaster implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isPolling = false;
  /** By building. */
  private sent = new Map<string, Sent>();

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
      const changed = await this.changedIn([...rooms.keys()]);
      const before = this.sent;
      this.sent = new Map();
      for (const [buildingId, ids] of rooms) {
        const last = before.get(buildingId);
        const change = changed.get(buildingId);
        const found = change ?? last?.found;
        this.sent.set(buildingId, { found, ids });
        const receivers = [...ids].filter((id) => change || !last?.ids.has(id));
        if (found && receivers.length > 0) this.send(found, receivers);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'readiness not sent, tries again');
    } finally {
      this.isPolling = false;
    }
  }

  private async changedIn(buildingIds: string[]): Promise<Map<string, BuildingReadiness>> {
    if (buildingIds.length === 0) return new Map();
    const known = new Map(
      buildingIds.map((id) => [id, this.sent.get(id)?.found?.fingerprint ?? '']),
    );
    const changed = await this.readiness.read(known);
    return new Map(changed.map((found) => [found.buildingId, found]));
  }

  /** A user's own home is not a neighbour, so members of ready homes get other counts than the rest. */
  private send(found: BuildingReadiness, ids: string[]): void {
    const { buildingId } = found;
    const { sockets } = this.io.of('/');
    const readyUserIds = new Set(found.ready.flat());
    for (const isReady of [true, false]) {
      const group = ids.filter(
        (id) => readyUserIds.has(sockets.get(id)?.data.actor.userId ?? '') === isReady,
      );
      const payload = { buildingId, ...seenBy({ isReady }, found) };
      this.broadcast.emitTo(group, 'building:readiness', payload);
    }
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
