import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable } from '@nestjs/common';
import type { Cursor } from '../../../contract/alarm.js';
import { COUNTS } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { Drain } from '../../../platform/drain.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import { eventView } from '../model/alarm-views.js';
import { buildingRoom } from '../../../platform/realtime/rooms.js';
import type { AlarmServer } from './socket.js';
import { StreamReader, type StreamSlice } from '../stream/stream-reader.repository.js';
import { evictNonMembers } from './evict-non-members.js';

/** The fault tests kill a node at this point; without a subscriber nothing happens. */
const beforeEmit = channel('resq:pump:before-emit');

interface Flow {
  /** The last `seq` this node has emitted; undefined until the first read. */
  emitted: number | undefined;
  /** The history it belongs to: a restored database begins another one. */
  epoch: string;
  running: Promise<void> | undefined;
  again: boolean;
}

const NEW_FLOW: Flow = { emitted: undefined, epoch: '', running: undefined, again: false };

/**
 * Carries a building's stream from the database to this node's sockets in its room. Anything may wake
 * it, any number of times: it emits only what it reads, in order, once, and to users who are active
 * members at that moment.
 */
@Injectable()
export class StreamPump {
  private readonly flows = new Map<string, Flow>();

  constructor(
    @Inject(IO) private readonly io: AlarmServer,
    private readonly clock: Clock,
    private readonly reader: StreamReader,
    private readonly drain: Drain,
    private readonly signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    signals.subscribe('building', (buildingId) => this.wake(buildingId));
    signals.onResumed(() => void this.poll().catch(() => undefined));
  }

  /**
   * Begins to follow a building, for a socket that is in its room already. Reads after this call
   * leave no gap before the pump's first emit.
   */
  async follow(buildingId: string): Promise<void> {
    const known = this.flows.get(buildingId);
    const flow = known ?? { ...NEW_FLOW };
    if (!known) this.flows.set(buildingId, flow);
    if (flow.emitted === undefined) await (flow.running ?? this.run(buildingId, flow));
    if (flow.emitted === undefined) throw new Error('the stream could not be read');
  }

  /** Reads the building's stream soon. Waking twice does nothing more than waking once. */
  wake(buildingId: string): void {
    const flow = this.flows.get(buildingId);
    if (!flow) return;
    if (flow.running) flow.again = true;
    else void this.run(buildingId, flow);
  }

  /** Polls the heads every second: wakes what is behind, whatever signal was lost. */
  async poll(): Promise<void> {
    this.forgetEmptyRooms();
    if (this.flows.size === 0) return;
    const heads = await this.reader.heads(this.followed());
    for (const [buildingId, flow] of this.flows) {
      const { seq = 0, epoch = flow.epoch } = heads.get(buildingId) ?? {};
      if (seq > (flow.emitted ?? 0) || epoch !== flow.epoch) this.wake(buildingId);
    }
  }

  /** @returns where the emitted stream stands here; undefined for a building not followed */
  position(buildingId: string): Cursor | undefined {
    const flow = this.flows.get(buildingId);
    return flow?.emitted === undefined ? undefined : { epoch: flow.epoch, seq: flow.emitted };
  }

  /** @returns the buildings that have sockets here */
  followed(): string[] {
    return [...this.flows.keys()];
  }

  private run(buildingId: string, flow: Flow): Promise<void> {
    // A node that shuts down still emits what it has just committed.
    const done = this.drain.begin();
    flow.running = this.emitAll(buildingId, flow)
      .catch((error: unknown) => {
        // The next poll tries again.
        this.logger.error({ err: error, buildingId }, 'stream not pumped');
      })
      .finally(() => {
        flow.running = undefined;
        done();
        // A wake-up may have come after the last read, while the flow still counted as running.
        if (flow.again) this.wake(buildingId);
      });
    return flow.running;
  }

  private async emitAll(buildingId: string, flow: Flow): Promise<void> {
    do {
      flow.again = false;
      if (flow.emitted === undefined) {
        const head = (await this.reader.heads([buildingId])).get(buildingId);
        flow.epoch = head?.epoch ?? '';
        flow.emitted = head?.seq ?? 0;
      } else {
        const isMore = await this.emitNew(buildingId, flow, flow.emitted);
        // A wake-up may have come between the end of the read and this line.
        flow.again ||= isMore;
      }
    } while (flow.again);
  }

  /** @returns whether there is more than one read takes */
  private async emitNew(buildingId: string, flow: Flow, emitted: number): Promise<boolean> {
    const slice = await this.reader.read(buildingId, {
      after: emitted,
      limit: COUNTS.eventsPerPage,
      withMembers: true,
    });
    for (const userId of evictNonMembers(this.io, buildingId, new Set(slice.members))) {
      // The read may predate a new membership, so recheck whoever was removed.
      this.signals.receive({ topic: 'person', id: userId }, 'process');
    }
    const { epoch, names } = slice;
    if (flow.epoch !== epoch && !this.isFirst(flow)) {
      this.startOver(buildingId, flow, slice);
      return false;
    }
    flow.epoch = epoch;
    for (const stored of slice.events) {
      const serverNow = this.clock.now().toISOString();
      const event = eventView(stored, { epoch, names, serverNow });
      beforeEmit.publish({ buildingId, seq: stored.seq });
      this.io.local.to(buildingRoom(buildingId)).emit('alarm:event', event);
      flow.emitted = stored.seq;
    }
    return slice.events.length === COUNTS.eventsPerPage;
  }

  /** The stream was created after this node began to follow it: nothing was restored. */
  private isFirst({ epoch, emitted }: Flow): boolean {
    return epoch === '' && emitted === 0;
  }

  /** The database was restored: earlier events are void, and every client starts from what is active. */
  private startOver(buildingId: string, flow: Flow, { epoch, head }: StreamSlice): void {
    flow.epoch = epoch;
    flow.emitted = head;
    const room = this.io.local.to(buildingRoom(buildingId));
    room.emit('building:head', { buildingId, epoch, seq: head });
  }

  private forgetEmptyRooms(): void {
    const rooms = this.io.of('/').adapter.rooms;
    for (const [buildingId, flow] of this.flows) {
      if (!flow.running && !rooms.has(buildingRoom(buildingId))) this.flows.delete(buildingId);
    }
  }
}
