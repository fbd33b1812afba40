import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '../../../platform/logging.js';
import { LOGGER } from '../../../platform/tokens.js';
import {
  ReadinessService,
  seenBy,
  type BuildingReadiness,
} from '../../buildings/devices/readiness.service.js';
import { buildingRoom } from '../../../platform/realtime/rooms.js';
import type { AlarmServer } from './socket.js';

const LOOK_EVERY_MS = 2_000;

/**
 * Tells the tabs of this node when another number of homes is ready: one question about all their
 * buildings every two seconds, answered only with what has changed.
 */
@Injectable()
export class ReadinessBroadcaster implements OnApplicationShutdown {
  private server: AlarmServer | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  /** What was last told and to which connections, by building. */
  private told = new Map<string, { print: string; ids: Set<string> }>();

  constructor(
    private readonly readiness: ReadinessService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  connect(server: AlarmServer): void {
    this.server = server;
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const rooms = this.rooms();
      this.told = new Map(
        [...rooms].map(([id, ids]) => [id, { print: this.printFor(id, ids), ids }]),
      );
      if (rooms.size === 0) return;
      const known = new Map([...this.told].map(([id, { print }]) => [id, print]));
      for (const found of await this.readiness.read(known)) {
        this.tell(found, rooms.get(found.buildingId) ?? new Set());
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'readiness not told, tries again');
    } finally {
      this.isLooking = false;
    }
  }

  /** To each their own numbers: whether one's own home is among them differs. */
  private tell(found: BuildingReadiness, ids: Set<string>): void {
    const { buildingId, fingerprint: print } = found;
    this.told.set(buildingId, { print, ids });
    for (const id of ids) {
      const socket = this.server?.of('/').sockets.get(id);
      if (!socket) continue;
      const readiness = seenBy(socket.data.actor.userId, found);
      socket.emit('building:readiness', { buildingId, ...readiness });
    }
  }

  /** Nothing where somebody was not told yet: to them everything is news. */
  private printFor(buildingId: string, ids: Set<string>): string {
    const told = this.told.get(buildingId);
    return told && [...ids].every((id) => told.ids.has(id)) ? told.print : '';
  }

  /** The connections of this node, by building. */
  private rooms(): Map<string, Set<string>> {
    const prefix = buildingRoom('');
    const rooms = [...(this.server?.of('/').adapter.rooms ?? [])];
    return new Map(
      rooms
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, ids]) => [name.slice(prefix.length), new Set(ids)]),
    );
  }
}
