import { Injectable } from '@nestjs/common';
import type { PushStep } from '../../../contract/push.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { newJob, type Job, Outbox } from '../../../platform/jobs/outbox.js';
import type { Step } from '../model/alarm.js';

export interface ClosePushes {
  alarmId: string;
  /** Closes the notifications of one member who responded; without it those of the ended alarm. */
  membershipId?: string;
  /** The device whose notification the member answered; it shows the answer already. */
  answeredOn?: string;
}

declare module '../../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Sends the pushes of one step; again while a push service could not take one. */
    'push.alarm': { alarmId: string; step: PushStep };
    /** Replaces the notifications of an alarm by a silent one. `attempt` counts from 0. */
    'push.close': ClosePushes & { attempt?: number };
  }
}

/**
 * Makes the jobs for the pushes of a step. One row is all that pushes add to the path of an alarm: the
 * job reads the devices.
 */
export function pushesOf({ kind, record }: Step, at: Date): Job[] {
  const { id: alarmId, escalation: step = 0 } = record;
  return [
    ...(kind === 'raised' ? [newJob('push.alarm', { alarmId, step: 0 }, at)] : []),
    ...(kind === 'escalated' ? [newJob('push.alarm', { alarmId, step }, at)] : []),
    ...(record.status !== 'active' ? [newJob('push.close', { alarmId }, at)] : []),
  ];
}

export const pushOfResponse = (response: ClosePushes, at: Date): Job =>
  newJob('push.close', response, at);

/** Requests the pushes of a response that changes no stream. */
@Injectable()
export class PushRequests {
  constructor(private readonly outbox: Outbox) {}

  async forResponse(tx: Tx, response: ClosePushes, at: Date): Promise<void> {
    await this.outbox.add(tx, 'push.close', response, at);
  }
}
