import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { LOGGER } from '../../../platform/tokens.js';
import { StreamWriter } from './stream-writer.repository.js';

interface Restored {
  buildingId: string;
  /** The epoch of the restored stream, which must not go on. */
  epoch: string;
  head: number;
}

/** Begins a new epoch where a stream was restored (decision 37). */
@Injectable()
export class EpochRenewal {
  constructor(
    private readonly writer: StreamWriter,
    private readonly signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Does nothing when another node was faster. A failure is only logged: the caller may go on in the
   * old epoch, because every later look and the next change of the stream begin the new one.
   */
  async renew({ buildingId, epoch, head }: Restored): Promise<void> {
    try {
      const renewed = await this.writer.renewEpoch(buildingId, epoch);
      if (renewed === undefined) return;
      this.logger.warn(
        { buildingId, head, epoch, newEpoch: renewed },
        'the database was restored: a new epoch begins',
      );
      this.signals.publish('building', buildingId);
    } catch (error) {
      this.logger.error({ err: error, buildingId, epoch }, 'new epoch not begun, tries again');
    }
  }
}
