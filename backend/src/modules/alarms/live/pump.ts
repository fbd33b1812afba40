import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable } from '@nestjs/common';
import type { Cursor } from '../../../contract/alarm.js';
import { COUNTS } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { Drain } from '../../../platform/drain.js';
import type { Logger } from '../../../platform/logging.js';
import { Metrics } from '../../../platform/metrics.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { buildingRoom, LocalBroadcast } from '../../../platform/realtime/local-broadcast.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import { eventView } from '../model/alarm-views.js';
import type { AlarmServer } from './socket.js';
import { AlarmTrace, type WakeWay } from '../stream/alarm-trace.js';
import { StreamReader, type StreamSlice } from '../stream/stream-reader.repository.js';
import { StreamWriter } from '../stream/stream-writer.repository.js';
import {
  evictNonMembers,
  isFirst,
  isOther,
  isRolledBack,
  NEW_FLOW,
  receiptSpread,
  type Flow,
} from './flow.js';

type Head = Pick<StreamSlice, 'epoch' | 'head' | 'headAt'>;

/** The fault tests kill a node at this point; without a subscriber nothing happens. */
const beforeEmit = channel('resq:pump:before-emit');

/**
 * Emits each building's stream from the database to this node's sockets in its room. It may be
 * woken any number of times: it emits each event once, in order, and only to users who are active
 * members when it reads.
 */
@Injectable()
export class StreamPump {
  private readonly flows = new Map<string, Flow>();

  constructor(
    @Inject(IO) private readonly io: AlarmServer,
    private readonly broadcast: LocalBroadcast,
    private readonly clock: Clock,
    private readonly reader: StreamReader,
    private readonly writer: StreamWriter,
    private readonly drain: Drain,
    private readonly signals: ChangeSignals,
    private readonly trace: AlarmTrace,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    metrics.gauge({
      name: 'resq_pump_behind_seconds',
      help: 'How long the oldest wake-up has waited for its events to be emitted; 0 when none waits',
      read: () => this.behindMs(performance.now()) / 1_000,
    });
    signals.subscribe('building', (buildingId, way) => this.wake(buildingId, way));
    signals.onResumed(() => {
      // The periodic one tries again.
      const warn = (error: unknown) => logger.warn({ err: error }, 'poll after an outage failed');
      void this.poll().catch(warn);
    });
  }

  /**
   * Follows a building, for a socket that is in its room already. Reads after this call leave no
   * gap before the pump's first emit.
   */
  async follow(buildingId: string): Promise<void> {
    const known = this.flows.get(buildingId);
    const flow = known ?? { ...NEW_FLOW };
    if (!known) this.flows.set(buildingId, flow);
    if (flow.emitted === undefined) await (flow.running ?? this.run(buildingId, flow));
    if (flow.emitted === undefined) throw new Error('the stream could not be read');
  }

  /** Starts a read of the building's stream, or one more read when one is running. */
  wake(buildingId: string, way: WakeWay): void {
    const flow = this.flows.get(buildingId);
    if (!flow) return;
    flow.way = way;
    flow.wokenAtMs ??= performance.now();
    if (flow.running) flow.again = true;
    else void this.run(buildingId, flow);
  }

  /** Wakes the buildings that are behind the database, because signals may be lost. */
  async poll(): Promise<void> {
    this.forgetEmptyRooms();
    if (this.flows.size === 0) return;
    const heads = await this.reader.heads(this.followed());
    for (const [buildingId, flow] of this.flows) {
      const { seq = 0, epoch = flow.epoch, isOwn = true, at } = heads.get(buildingId) ?? {};
      // A head behind this node shows that the database was rolled back. So does another event at
      // the same head: presses after the rollback may have brought it back there.
      const isElsewhere = seq !== (flow.emitted ?? 0) || epoch !== flow.epoch;
      if (isElsewhere || !isOwn || isOther(flow.at, at)) this.wake(buildingId, 'poll');
    }
  }

  /** @returns the cursor of the last event emitted here; undefined when none is known */
  position(buildingId: string): Cursor | undefined {
    const flow = this.flows.get(buildingId);
    return flow?.emitted === undefined ? undefined : { epoch: flow.epoch, seq: flow.emitted };
  }

  /** @returns the ids of the buildings that this node follows */
  followed(): string[] {
    return [...this.flows.keys()];
  }

  private behindMs(nowMs: number): number {
    const woken = [...this.flows.values()].map(({ wokenAtMs = nowMs }) => nowMs - wokenAtMs);
    return Math.max(0, ...woken);
  }

  private run(buildingId: string, flow: Flow): Promise<void> {
    // The drain waits for this, so a node that shuts down still emits what it has committed.
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
        if (flow.again) this.wake(buildingId, flow.way);
      });
    return flow.running;
  }

  private async emitAll(buildingId: string, flow: Flow): Promise<void> {
    do {
      flow.again = false;
      if (flow.emitted === undefined) {
        const head = await this.reader.headOf(buildingId);
        flow.epoch = head?.epoch ?? '';
        flow.emitted = head?.seq ?? 0;
        flow.at = head?.at?.getTime();
      } else {
        const isMore = await this.emitNew(buildingId, flow, flow.emitted);
        // A plain assignment would lose a wake-up that came during the read.
        flow.again ||= isMore;
      }
    } while (flow.again);
    flow.wokenAtMs = undefined;
  }

  /** @returns whether the read was full, so that more events may follow */
  private async emitNew(buildingId: string, flow: Flow, emitted: number): Promise<boolean> {
    // A poll during the read has not found what the read returns.
    const { way } = flow;
    const slice = await this.read(buildingId, flow, emitted);
    const room = buildingRoom(buildingId);
    for (const userId of evictNonMembers(
      this.broadcast.socketsIn(room),
      buildingId,
      flow.members,
    )) {
      // The read may predate a new membership, so recheck the removed users.
      this.signals.receive({ topic: 'person', id: userId }, 'process');
    }
    const { epoch, head, names } = slice;
    if (flow.epoch === epoch && isRolledBack(flow, slice)) {
      // The renewal signals itself; after a failure the next poll tries again.
      await this.writer.renewEpoch(buildingId, { epoch, head });
      return false;
    }
    if (flow.epoch !== epoch && !isFirst(flow)) {
      this.startOver(buildingId, flow, slice);
      return false;
    }
    flow.epoch = epoch;
    const sockets = this.io.of('/').adapter.rooms.get(room)?.size ?? 0;
    const spread = receiptSpread(sockets);
    for (const stored of slice.events) {
      const now = this.clock.now();
      const serverNow = now.toISOString();
      const event = { ...eventView(stored, { epoch, names, serverNow }), ...spread };
      beforeEmit.publish({ buildingId, seq: stored.seq });
      this.broadcast.emit(room, 'alarm:event', event);
      flow.emitted = stored.seq;
      flow.at = new Date(stored.at).getTime();
      const { seq, kind, record } = stored;
      const [alarmId, ms] = [record.id, now.getTime() - flow.at];
      this.trace.emitted({ alarmId, buildingId, seq, kind, sockets, ms, way });
    }
    return slice.events.length === COUNTS.eventsPerPage;
  }

  private async read(buildingId: string, flow: Flow, after: number): Promise<StreamSlice> {
    const slice = await this.reader.read(buildingId, {
      after,
      limit: COUNTS.eventsPerPage,
      withMembers: true,
      knownMembers: flow.members?.version ?? null,
    });
    const { members, memberVersion } = slice;
    if (members) flow.members = { userIds: new Set(members), version: memberVersion };
    return slice;
  }

  /** Switches to a restored database: the new epoch in the head makes every client start over. */
  private startOver(buildingId: string, flow: Flow, { epoch, head, headAt }: Head): void {
    flow.epoch = epoch;
    flow.emitted = head;
    flow.at = headAt?.getTime();
    const room = buildingRoom(buildingId);
    this.broadcast.emit(room, 'building:head', { buildingId, epoch, seq: head });
  }

  private forgetEmptyRooms(): void {
    const { rooms } = this.io.of('/').adapter;
    for (const [buildingId, flow] of this.flows) {
      if (!flow.running && !rooms.has(buildingRoom(buildingId))) this.flows.delete(buildingId);
    }
  }
}
