import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Server } from 'socket.io';
import type { AlarmResponse, Mute } from '../../../contract/alarm.js';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../contract/events.js';
import type { Logger } from '../../../platform/logging.js';
import { personRoom } from '../../../platform/realtime/rooms.js';
import { IO, LOGGER } from '../../../platform/tokens.js';
import { HelpQuery } from './help.query.js';
import { ReachQuery } from './reach.query.js';

/** Clients rely on at most two `alarm:reach` and `alarm:help` a second (docs/wire.md). */
const REACH_EVERY_MS = 500;

/** Emits events to single users. Events of a whole building go through the pump. */
@Injectable()
export class PersonalEvents implements OnApplicationShutdown {
  /** Alarms whose reach was sent within the interval, and whether it has changed since. */
  private readonly pending = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();

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
    const waiting = this.pending.get(alarmId);
    if (waiting) {
      waiting.again = true;
      return;
    }
    const timer = setTimeout(() => {
      const { again } = this.pending.get(alarmId) ?? { again: false };
      this.pending.delete(alarmId);
      if (again) this.reachChanged(alarmId);
    }, REACH_EVERY_MS);
    this.pending.set(alarmId, { timer, again: false });
    void this.sendReach(alarmId);
    void this.sendHelp(alarmId);
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.pending.values()) clearTimeout(timer);
    this.pending.clear();
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
