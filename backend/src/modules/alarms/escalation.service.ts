import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable, OnModuleDestroy } from '@nestjs/common';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { Drain } from '../../platform/drain.js';
import type { Logger } from '../../platform/logging.js';
import { LOGGER } from '../../platform/tokens.js';
import { escalateRule } from './model/alarm.js';
import { BuildingStream } from './stream/building-stream.js';
import { StreamWriter, type DueAlarm } from './stream/stream-writer.repository.js';

const POLL_EVERY_MS = 500;
/** Bounds the work of one poll; the rest waits for the next one. */
const ALARMS_PER_POLL = 500;
/** Presses of the building wait for one change at most, and its events fill few pages. */
const ALARMS_PER_CHANGE = 100;

/** The fault tests kill a node at this point; without a subscriber nothing happens. */
const claimed = channel('resq:escalation:claimed');

/** Warns the homes without an answer again (decision 45). Every node polls, whatever its role. */
@Injectable()
export class EscalationService implements OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isClaiming = false;

  constructor(
    private readonly clock: Clock,
    private readonly drain: Drain,
    private readonly writer: StreamWriter,
    private readonly stream: BuildingStream,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Begins to poll. The database must be available. */
  start(): void {
    this.timer = setInterval(() => void this.poll(), POLL_EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /**
   * Escalates the alarms that are due.
   * @returns a promise that resolves when all are done; the next poll need not wait for it, because
   *   the alarm of a locked building may take seconds
   */
  async poll(): Promise<void> {
    const done = this.drain.begin();
    const due = await this.claim();
    if (due.length > 0) claimed.publish(due);
    const buildingIds = [...new Set(due.map(({ buildingId }) => buildingId))];
    const changes = buildingIds.map((id) =>
      this.escalate(
        id,
        due.filter(({ buildingId }) => buildingId === id),
      ),
    );
    await Promise.all(changes).finally(done);
  }

  private async claim(): Promise<DueAlarm[]> {
    if (this.isClaiming) return [];
    this.isClaiming = true;
    try {
      return await this.writer.claimDue(this.clock.ofStatement(), ALARMS_PER_POLL);
    } catch (error) {
      this.logger.warn({ err: error }, 'due escalations not read, tries again');
      return [];
    } finally {
      this.isClaiming = false;
    }
  }

  private async escalate(buildingId: string, due: DueAlarm[]): Promise<void> {
    const dueIds = due.slice(0, ALARMS_PER_CHANGE).map(({ id }) => id);
    const rest = due.slice(ALARMS_PER_CHANGE);
    const [alarmId = ''] = dueIds;
    try {
      const request = { buildingId, alarmId, dueIds, needs: 'all' } as const;
      await this.stream.changeBySystem(request, escalateRule(dueIds));
    } catch (error) {
      // The alarms were retired meanwhile.
      const isGone = error instanceof AppError && error.code === 'alarm.not_found';
      const line = { err: error, buildingId, alarmId, alarms: dueIds.length };
      if (!isGone) this.logger.warn(line, 'alarms not escalated, tries again');
    }
    if (rest.length > 0) await this.escalate(buildingId, rest);
  }
}
