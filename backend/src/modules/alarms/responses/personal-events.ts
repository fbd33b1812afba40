import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Server } from 'socket.io';
import type { AlarmResponse, Mute } from '../../../contract/alarm.js';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../contract/events.js';
import type { Logger } from '../../../platform/logging.js';
import { LOGGER } from '../../../platform/tokens.js';
import { ReachQuery } from './reach.query.js';
import { personRoom } from '../../../platform/realtime/rooms.js';

/** The contract's "at most twice a second". */
const REACH_EVERY_MS = 500;

/** Tells single persons what concerns only them. What everybody hears goes through the pump. */
@Injectable()
export class PersonalEvents implements OnApplicationShutdown {
  private server: Server<ClientToServerEvents, ServerToClientEvents> | undefined;
  /** Alarms whose reach was sent a moment ago, and whether it has changed since. */
  private readonly pending = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();

  constructor(
    private readonly reach: ReachQuery,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  connect(server: Server<ClientToServerEvents, ServerToClientEvents>): void {
    this.server = server;
  }

  /** All devices of the person who answered fall quiet. */
  answered(userId: string, answer: AlarmResponse): void {
    this.server?.to(personRoom(userId)).emit('alarm:answered', answer);
  }

  muted(userId: string, mute: Mute): void {
    this.server?.to(personRoom(userId)).emit('alarm:muted', mute);
  }

  /** Sends the alarm's reach to its sender and the managers, now or as soon as it may be again. */
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
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.pending.values()) clearTimeout(timer);
    this.pending.clear();
  }

  private async sendReach(alarmId: string): Promise<void> {
    try {
      const { reach, readers } = await this.reach.read(alarmId);
      if (readers.length > 0) this.server?.to(readers.map(personRoom)).emit('alarm:reach', reach);
    } catch (error) {
      this.logger.warn({ err: error, alarmId }, 'reach not sent');
    }
  }
}
