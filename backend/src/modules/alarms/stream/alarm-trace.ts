import { Inject, Injectable } from '@nestjs/common';
import type { RaiseRequest } from '../../../contract/alarm.js';
import type { Logger } from '../../../platform/logging.js';
import { LOGGER } from '../../../platform/tokens.js';
import type { Actor } from '../../auth/actor.js';
import type { Step } from '../model/alarm.js';
import type { SavedPress } from '../model/rule.js';

/** The signal or the poll that made a node read a building's stream. */
export type WakeWay = 'process' | 'redis' | 'notify' | 'poll';

interface Press {
  actor: Actor;
  buildingId: string;
  request: RaiseRequest;
}

interface Emitted {
  alarmId: string;
  buildingId: string;
  seq: number;
  kind: string;
  /** The number of this node's sockets in the building's room. */
  sockets: number;
  /** The time since the event's, on the clock that all nodes share. */
  ms: number;
  way: WakeWay;
}

/**
 * Logs an alarm's way from the press to its end, so that an alarm that works leaves lines as well. The
 * lines have ids and no names, and all of them the alarm's id: `npm run alarm:follow` finds them by it.
 */
@Injectable()
export class AlarmTrace {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  received({ actor: { userId }, buildingId, request: { alarmId } }: Press): void {
    this.logger.info({ alarmId, buildingId, userId }, 'press received');
  }

  /** @param ms since the press arrived at this node */
  saved({ buildingId, alarmId, id: pressId, seq, merged }: SavedPress, ms: number): void {
    this.logger.info({ alarmId, buildingId, pressId, seq, merged, ms }, 'alarm saved');
  }

  /** Takes the steps of one commit. @param seq the first step's */
  committed(steps: readonly Step[], seq: number): void {
    for (const [n, { kind, record }] of steps.entries()) {
      if (record.status === 'active') continue;
      const { id: alarmId, buildingId } = record;
      this.logger.info({ alarmId, buildingId, seq: seq + n, kind }, 'alarm ended');
    }
  }

  emitted(line: Emitted): void {
    this.logger.info(line, 'alarm emitted');
  }
}
