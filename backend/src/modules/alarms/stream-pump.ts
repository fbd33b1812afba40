import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable } from '@nestjs/common';
import { COUNTS } from '../../contract/limits.js';
import { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/logging.js';
import { Hints } from '../../platform/realtime/hints.js';
import { LOGGER } from '../../platform/tokens.js';
import { eventView } from './alarm-views.js';
import { buildingRoom } from './rooms.js';
import type { AlarmServer, AlarmSocket } from './socket.js';
import { StreamReader } from './stream-reader.js';

/** Where the fault tests kill a node; without a listener nothing happens. */
const beforeEmit = channel('resq:pump:before-emit');

interface Flow {
  /** The last `seq` this node has emitted; undefined until the first look. */
  emitted: number | undefined;
  running: Promise<void> | undefined;
  again: boolean;
}

/**
 * Carries a building's stream from the database to this node's sockets in its room. It may be woken
 * by anything, any number of times: it only ever emits what it reads, in order, once, and to those
 * who are active members at that moment.
 */
@Injectable()
export class StreamPump {
  private readonly flows = new Map<string, Flow>();
  private server: AlarmServer | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly reader: StreamReader,
    hints: Hints,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    hints.on('building', (buildingId) => this.wake(buildingId));
  }

  connect(server: AlarmServer): void {
    this.server = server;
  }

  /**
   * Begins to follow a building, for a socket that is in its room already. What it reads of the
   * stream after this has no hole towards what the pump will emit.
   */
  async follow(buildingId: string): Promise<void> {
    const known = this.flows.get(buildingId);
    const flow = known ?? { emitted: undefined, running: undefined, again: false };
    if (!known) this.flows.set(buildingId, flow);
    if (flow.emitted === undefined) await (flow.running ?? this.run(buildingId, flow));
    if (flow.emitted === undefined) throw new Error('the stream could not be read');
  }

  /** There is something to look at. Waking twice does nothing more than waking once. */
  wake(buildingId: string): void {
    const flow = this.flows.get(buildingId);
    if (!flow) return;
    if (flow.running) flow.again = true;
    else void this.run(buildingId, flow);
  }

  /** The look every second: wakes what is behind its head, whatever hint was lost. */
  async look(): Promise<void> {
    this.forgetEmptyRooms();
    if (this.flows.size === 0) return;
    const heads = await this.reader.heads(this.followed());
    for (const [buildingId, flow] of this.flows) {
      if ((heads.get(buildingId)?.seq ?? 0) > (flow.emitted ?? 0)) this.wake(buildingId);
    }
  }

  /** @returns the buildings that have sockets here */
  followed(): string[] {
    return [...this.flows.keys()];
  }

  private run(buildingId: string, flow: Flow): Promise<void> {
    flow.running = this.drain(buildingId, flow)
      .catch((error: unknown) => {
        // The next look tries again.
        this.logger.error({ err: error, buildingId }, 'stream not pumped');
      })
      .finally(() => {
        flow.running = undefined;
      });
    return flow.running;
  }

  private async drain(buildingId: string, flow: Flow): Promise<void> {
    do {
      flow.again = false;
      if (flow.emitted === undefined) {
        flow.emitted = (await this.reader.heads([buildingId])).get(buildingId)?.seq ?? 0;
      } else {
        flow.again = await this.emitNews(buildingId, flow, flow.emitted);
      }
    } while (flow.again);
  }

  /** @returns whether more was there than one read takes */
  private async emitNews(buildingId: string, flow: Flow, emitted: number): Promise<boolean> {
    const slice = await this.reader.read(buildingId, {
      after: emitted,
      limit: COUNTS.eventsPerPage,
      withMembers: true,
    });
    this.removeStrangers(buildingId, new Set(slice.members));
    const { epoch, people } = slice;
    for (const stored of slice.events) {
      const serverNow = this.clock.now().toISOString();
      const event = eventView(stored, { epoch, people, serverNow });
      beforeEmit.publish({ buildingId, seq: stored.seq });
      this.server?.local.to(buildingRoom(buildingId)).emit('alarm:event', event);
      flow.emitted = stored.seq;
    }
    return flow.again || slice.events.length === COUNTS.eventsPerPage;
  }

  /** Whoever was revoked a moment ago misses the very next event, even if every hint was lost. */
  private removeStrangers(buildingId: string, members: Set<string>): void {
    for (const socket of this.localSockets(buildingId)) {
      if (members.has(socket.data.actor.userId)) continue;
      void socket.leave(buildingRoom(buildingId));
      socket.emit('building:left', { buildingId });
    }
  }

  private localSockets(buildingId: string): AlarmSocket[] {
    const sockets = this.server?.of('/');
    const ids = sockets?.adapter.rooms.get(buildingRoom(buildingId)) ?? [];
    return [...ids].flatMap((id) => sockets?.sockets.get(id) ?? []);
  }

  private forgetEmptyRooms(): void {
    const rooms = this.server?.of('/').adapter.rooms;
    for (const [buildingId, flow] of this.flows) {
      if (!flow.running && !rooms?.has(buildingRoom(buildingId))) this.flows.delete(buildingId);
    }
  }
}
