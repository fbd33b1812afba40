import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Server } from 'socket.io';
import type { AlarmResponse, Mute } from '../../../contract/alarm.js';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../contract/events.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { personRoom } from '../../../platform/realtime/local-broadcast.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import { UpdateMerger } from '../stream/update-merger.js';
import { HelpQuery } from './help.query.js';
import { ReachQuery } from './reach.query.js';

/** Clients rely on at most two `alarm:reach` and `alarm:help` a second (docs/wire.md). */
const REACH_EVERY_MS = 500;

/** Emits events to single users. Events of a whole building go through the pump. */
@Injectable()
export class PersonalEventsService implements OnApplicationShutdown {
  /** By alarm. It never sends twice at once, or the older state might arrive last. */
  private readonly merger = new UpdateMerger(REACH_EVERY_MS);
  /** By alarm. Each answer of a crowd would otherwise be a message to each node. */
  private readonly signalled = new UpdateMerger(REACH_EVERY_MS);

  private isStopped = false;

  constructor(
    @Inject(IO) private readonly io: Server<ClientToServerEvents, ServerToClientEvents>,
    private readonly reach: ReachQuery,
    private readonly help: HelpQuery,
    private readonly signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    signals.subscribe('reach', (alarmId) => this.sendTo(alarmId));
  }

  /** Sends a response to all devices of its user, which then stop sounding. */
  responded(userId: string, response: AlarmResponse): void {
    this.io.to(personRoom(userId)).emit('alarm:answered', response);
  }

  muted(userId: string, mute: Mute): void {
    this.io.to(personRoom(userId)).emit('alarm:muted', mute);
  }

  /**
   * Makes each node send the alarm's reach to its sender and the managers, and the answer to a call for
   * help to the member who called and to those who come, now or when the interval is over. A tab is
   * connected to one node, so it gets no more of them when the changes come from many.
   */
  reachChanged(alarmId: string): void {
    const make = (): Promise<void> => {
      this.signals.publish('reach', alarmId);
      return Promise.resolve();
    };
    void this.signalled.run(alarmId, undefined, { kind: 'reach', make, combine: () => undefined });
  }

  private sendTo(alarmId: string): void {
    // A worker and a node without tabs read nothing.
    if (this.io.of('/').sockets.size === 0) return;
    const make = async (): Promise<void> => {
      if (!this.isStopped) await Promise.all([this.sendReach(alarmId), this.sendHelp(alarmId)]);
    };
    void this.merger.run(alarmId, undefined, { kind: 'reach', make, combine: () => undefined });
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
  }

  private async sendReach(alarmId: string): Promise<void> {
    try {
      const { reach, readerIds } = await this.reach.read(alarmId);
      if (readerIds.length > 0) {
        this.io.local.to(readerIds.map(personRoom)).emit('alarm:reach', reach);
      }
    } catch (error) {
      this.logger.warn({ err: error, alarmId }, 'reach not sent');
    }
  }

  private async sendHelp(alarmId: string): Promise<void> {
    try {
      for (const [userId, view] of await this.help.readAll(alarmId)) {
        this.io.local.to(personRoom(userId)).emit('alarm:help', view);
      }
    } catch (error) {
      this.logger.warn({ err: error, alarmId }, 'answer to a call for help not sent');
    }
  }
}
