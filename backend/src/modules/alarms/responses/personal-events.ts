import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Server } from 'socket.io';
import type { AlarmResponse, Mute } from '../../../contract/alarm.js';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../contract/events.js';
import type { Logger } from '../../../platform/logging.js';
import { personRoom } from '../../../platform/realtime/local-broadcast.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import { HelpQuery } from './help.query.js';
import { ReachQuery } from './reach.query.js';

/** Clients rely on at most two `alarm:reach` and `alarm:help` a second (docs/wire.md). */
const REACH_EVERY_MS = 500;

/** Emits events to single users. Events of a whole building go through the pump. */
@Injectable()
export class PersonalEvents implements OnApplicationShutdown {
  /** Alarms whose reach is being sent or was sent within the interval, and whether it has changed since. */
  private readonly sending = new Map<string, { again: boolean }>();

  private isStopped = false;

  constructor(
    @Inject(IO) private readonly io: Server<ClientToServerEvents, ServerToClientEvents>,
    private readonly reach: ReachQuery,
    private readonly help: HelpQuery,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends a response to all devices of its user, which then stop sounding. */
  responded(userId: string, response: AlarmResponse): void {
    this.io.to(personRoom(userId)).emit('alarm:answered', response);
  }

  muted(userId: string, mute: Mute): void {
    this.io.to(personRoom(userId)).emit('alarm:muted', mute);
  }

  /**
   * Sends the alarm's reach to its sender and the managers, and the answer to a call for help to
   * the member who called and to those who come, now or when the interval is over.
   */
  reachChanged(alarmId: string): void {
    const known = this.sending.get(alarmId);
    if (known) known.again = true;
    else void this.sendWhileChanging(alarmId);
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
  }

  /** Never sends twice at once, or the older state might arrive last. */
  private async sendWhileChanging(alarmId: string): Promise<void> {
    const state = { again: true };
    this.sending.set(alarmId, state);
    while (state.again && !this.isStopped) {
      state.again = false;
      const interval = new Promise((over) => setTimeout(over, REACH_EVERY_MS).unref());
      await Promise.all([this.sendReach(alarmId), this.sendHelp(alarmId), interval]);
    }
    this.sending.delete(alarmId);
  }

  private async sendReach(alarmId: string): Promise<void> {
    try {
      const { reach, readerIds } = await this.reach.read(alarmId);
      if (readerIds.length > 0) this.io.to(readerIds.map(personRoom)).emit('alarm:reach', reach);
    } catch (error) {
      this.logger.warn({ err: error, alarmId }, 'reach not sent');
    }
  }

  private async sendHelp(alarmId: string): Promise<void> {
    try {
      for (const [userId, view] of await this.help.readAll(alarmId)) {
        this.io.to(personRoom(userId)).emit('alarm:help', view);
      }
    } catch (error) {
      this.logger.warn({ err: error, alarmId }, 'answer to a call for help not sent');
    }
  }
}
