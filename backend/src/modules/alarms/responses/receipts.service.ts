import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { ReceiptRequest } from '../../../contract/events.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Actor } from '../../auth/actor.js';
import { AlarmTrace } from '../stream/alarm-trace.js';
import { PersonalEventsService } from './personal-events.service.js';
import { ReceiptsRepository, type NewReceipt } from './receipts.repository.js';

/** All devices of a building report at once, so their receipts are saved in batches. */
const FLUSH_EVERY_MS = 250;
/** Each answer is a system call, so a press that arrives meanwhile waits for about a millisecond. */
const ANSWERS_A_TURN = 50;

interface Waiting {
  receipt: NewReceipt;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Saves what devices report about an alarm: received, sounding, seen. A repeat adds nothing. */
@Injectable()
export class ReceiptsService implements OnApplicationShutdown {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly receipts: ReceiptsRepository,
    private readonly personalEvents: PersonalEventsService,
    private readonly trace: AlarmTrace,
  ) {}

  /**
   * Resolves when the receipt is saved; receipts for ended alarms are ignored.
   * @throws AppError alarm.not_found, for an unknown alarm and for one of another building
   */
  record(
    { userId }: Actor,
    alarmId: string,
    { deviceId, level, helpAt }: ReceiptRequest,
  ): Promise<void> {
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS);
    return new Promise((resolve, reject) => {
      // Named one by one: a copy of an object with "..." costs more than the rest of this method.
      this.waiting.push({ receipt: { userId, alarmId, deviceId, level, helpAt }, resolve, reject });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const batch = this.waiting.splice(0);
    if (batch.length === 0) return;
    try {
      const saved = await this.receipts.save(batch.map(({ receipt }) => receipt));
      for (const age of saved.ages) this.trace.receiptsSaved(age);
      for (const alarmId of saved.changedAlarmIds) this.personalEvents.reachChanged(alarmId);
      const entitled = new Set(saved.entitled);
      await inTurns(batch, ({ resolve, reject }, index) => {
        if (entitled.has(index)) resolve();
        else reject(new AppError('alarm.not_found'));
      });
    } catch (error) {
      await inTurns(batch, ({ reject }) => reject(error));
    }
  }
}

/** Spreads the answers over turns of the event loop, because a batch of a large building has thousands. */
async function inTurns(batch: Waiting[], answer: (one: Waiting, index: number) => void) {
  for (const [index, one] of batch.entries()) {
    if (index > 0 && index % ANSWERS_A_TURN === 0) await nextTurn();
    answer(one, index);
  }
}
