import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable } from '@nestjs/common';
import type { Cursor } from '../../../contract/alarm.js';
import { COUNTS } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { Drain } from '../../../platform/drain.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { LOGGER } from '../../../platform/tokens.js';
import { eventView } from '../model/alarm-views.js';
import { buildingRoom } from '../../../platform/realtime/rooms.js';
import type { AlarmServer } from './socket.js';
import { StreamReader, type StreamSlice } from '../stream/stream-reader.js';
import { evictNonMembers } from './evict-non-members.js';

/** Where the fault tests kill a node; without a listener nothing happens. */
const beforeEmit = channel('resq:pump:before-emit');

interface Flow {
  /** The last `seq` this node has emitted; undefined until the first look. */
  emitted: number | undefined;
  /** Of which history: a restored database begins another one. */
  epoch: string;
  running: Promise<void> | undefined;
  again: boolean;
}

const NOTHING: Flow = { emitted: undefined, epoch: '', running: undefined, again: false };

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
    private readonly leaving: Drain,
    private readonly signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    signals.subscribe('building', (buildingId) => this.wake(buildingId));
    signals.onResumed(() => void this.look().catch(() => undefined));
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
    const flow = known ?? { ...NOTHING };
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

  /** The look every second: wakes what is behind its head, whatever signal was lost. */
  async look(): Promise<void> {
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
    // A node that goes away tells its tabs what it has just kept.
    const done = this.leaving.begin();
    flow.running = this.emitAll(buildingId, flow)
      .catch((error: unknown) => {
        // The next look tries again.
        this.logger.error({ err: error, buildingId }, 'stream not pumped');
      })
      .finally(() => {
        flow.running = undefined;
        done();
        // Woken after the last read, and before anybody could see that it was the last.
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
    for (const userId of evictNonMembers(this.server, buildingId, new Set(slice.members))) {
      // To a read from before, somebody who became a member just now looks like a stranger.
      this.signals.receive({ topic: 'person', id: userId }, 'process');
    }
    const { epoch, people } = slice;
    if (flow.epoch !== epoch && !this.isFirst(flow)) {
      this.startOver(buildingId, flow, slice);
      return flow.again;
    }
    flow.epoch = epoch;
    for (const stored of slice.events) {
      const serverNow = this.clock.now().toISOString();
      const event = eventView(stored, { epoch, people, serverNow });
      beforeEmit.publish({ buildingId, seq: stored.seq });
      this.server?.local.to(buildingRoom(buildingId)).emit('alarm:event', event);
      flow.emitted = stored.seq;
    }
    return flow.again || slice.events.length === COUNTS.eventsPerPage;
  }

  /** The stream was opened after this node began to follow it: nothing was restored. */
  private isFirst({ epoch, emitted }: Flow): boolean {
    return epoch === '' && emitted === 0;
  }

  /** The database was restored: what was emitted is void, and every client starts from what is active. */
  private startOver(buildingId: string, flow: Flow, { epoch, head }: StreamSlice): void {
    flow.epoch = epoch;
    flow.emitted = head;
    const room = this.server?.local.to(buildingRoom(buildingId));
    room?.emit('building:head', { buildingId, epoch, seq: head });
  }

  private forgetEmptyRooms(): void {
    const rooms = this.server?.of('/').adapter.rooms;
    for (const [buildingId, flow] of this.flows) {
      if (!flow.running && !rooms?.has(buildingRoom(buildingId))) this.flows.delete(buildingId);
    }
  }
}
