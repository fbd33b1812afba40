import { Inject, Injectable } from '@nestjs/common';
import { buildingRoom, LocalBroadcast } from '../../../platform/realtime/local-broadcast.js';
import { IO } from '../../../platform/tokens.js';
import {
  ReadinessService,
  seenBy,
  type BuildingReadiness,
} from '../../buildings/devices/readiness.service.js';
import type { AlarmServer } from './socket.js';

/** A building's last counts, once they were read, and the connections that have them. */
interface Sent {
  found: BuildingReadiness | undefined;
  ids: Set<string>;
}

/**
 * Emits the number of ready homes to this node's tabs when it changes, and to a tab that is new. One
 * query at a time covers all their buildings and returns only those that changed.
 */
@Injectable()
export class ReadinessBroadcaster {
  /** By building. */
  private sent = new Map<string, Sent>();

  constructor(
    @Inject(IO) private readonly io: AlarmServer,
    private readonly readiness: ReadinessService,
    private readonly broadcast: LocalBroadcast,
  ) {}

  async poll(): Promise<void> {
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
  }

  private async changedIn(buildingIds: string[]): Promise<Map<string, BuildingReadiness>> {
    if (buildingIds.length === 0) return new Map();
    const known = new Map(
      buildingIds.map((id) => [id, this.sent.get(id)?.found?.fingerprint ?? '']),
    );
    const changed = await this.readiness.read(known);
    return new Map(changed.map((found) => [found.buildingId, found]));
  }

  /**
   * A user's own home is not a neighbour, so three groups get different counts: members of ready homes,
   * managers who live elsewhere, and the rest.
   */
  private send(found: BuildingReadiness, ids: string[]): void {
    const { buildingId } = found;
    const { sockets } = this.io.of('/');
    const ready = new Set(found.ready.flat());
    const elsewhere = new Set(found.elsewhere);
    const userOf = (id: string) => sockets.get(id)?.data.actor.userId ?? '';
    const isIn = (group: Set<string>) => (id: string) => group.has(userOf(id));
    const others = (id: string) => !isIn(ready)(id) && !isIn(elsewhere)(id);
    for (const isReceiver of [isIn(ready), isIn(elsewhere), others]) {
      const receivers = ids.filter(isReceiver);
      if (receivers[0] === undefined) continue;
      const payload = { buildingId, ...seenBy(userOf(receivers[0]), found) };
      this.broadcast.emitTo(receivers, 'building:readiness', payload);
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
