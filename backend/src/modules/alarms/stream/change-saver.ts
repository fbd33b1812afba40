import { Injectable } from '@nestjs/common';
import type { AlarmResponse } from '../../../contract/alarm.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { writeUnlessDuplicate } from '../../../platform/database/unique-violation.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Outbox } from '../../../platform/jobs/outbox.js';
import { timeoutError } from '../../../platform/with-timeout.js';
import { AuditService } from '../../audit/audit.service.js';
import type { AlarmRecord, Step } from '../model/alarm.js';
import type { Change, SavedPress } from '../model/stream-change.js';
import { EscalationsRepository } from './escalations.repository.js';
import { PushRequests } from './push-requests.js';
import { StreamWriter, type LockedState, type StreamHead } from './stream-writer.repository.js';

/** A change, with the state on which its rule decided. */
export interface Decided {
  stream: StreamHead;
  state: LockedState;
  change: Change;
  at: Date;
  /** PostgreSQL's time after which no press is saved. */
  until: Date;
  /** Undefined for work of the system. */
  actorId: string | undefined;
  /** The device whose notification the actor answered. */
  answeredOn?: string | undefined;
}

export interface Saved {
  /** The `seq` of the last appended event. */
  seq?: number;
  press?: SavedPress;
  response?: AlarmResponse;
}

/** Writes a change: its events, press, response, audit lines, and jobs for its expiry and pushes. */
@Injectable()
export class ChangeSaver {
  constructor(
    private readonly writer: StreamWriter,
    private readonly escalations: EscalationsRepository,
    private readonly outbox: Outbox,
    private readonly audit: AuditService,
    private readonly pushes: PushRequests,
  ) {}

  async save(tx: Tx, decided: Decided): Promise<Saved> {
    const { stream, change } = decided;
    const seq = stream.head + change.steps.length;
    await this.appendAll(tx, decided);
    if (change.escalatesAt !== undefined) {
      await this.escalations.schedule(tx, change.record.id, change.escalatesAt);
    }
    return {
      ...(change.steps.length > 0 && { seq }),
      ...(change.press && { press: await this.savePress(tx, decided, seq) }),
      ...(change.response && { response: await this.saveResponse(tx, decided) }),
    };
  }

  private async appendAll(tx: Tx, { stream, state, change, at, actorId }: Decided): Promise<void> {
    let { head } = stream;
    for (const step of change.steps) {
      head += 1;
      await this.audit.write(tx, {
        action: `alarm.${step.kind}`,
        buildingId: state.buildingId,
        subjectId: step.record.id,
        details: { seq: head },
        // An alarm expires by itself, even when a member's press appends the event.
        ...(actorId !== undefined && step.kind !== 'expired' && { actorId }),
      });
      await this.writer.append(tx, step, { epoch: stream.epoch, seq: head, at });
      if (hasNewEnd(step, state)) {
        const { id: alarmId, expiresAt } = step.record;
        // The job of an earlier end finds the alarm extended and does nothing.
        await this.outbox.add(tx, 'alarm.expire', { alarmId }, new Date(expiresAt));
      }
      await this.pushes.forStep(tx, step, at);
    }
  }

  private async savePress(
    tx: Tx,
    { stream, state, change, at, until }: Decided,
    seq: number,
  ): Promise<SavedPress> {
    const { id = '', merged = false } = change.press ?? {};
    const press = {
      id,
      buildingId: state.buildingId,
      membershipId: memberIdOf(state),
      alarmId: change.record.id,
      epoch: stream.epoch,
      seq,
      merged,
    };
    const saving = this.writer.savePress(tx, press, at, until);
    // Another building saved a press with this id after the state was read under this stream's lock.
    if (!(await writeUnlessDuplicate(saving))) throw new AppError('alarm.id_taken');
    if (!(await saving)) throw timeoutError();
    return press;
  }

  private async saveResponse(
    tx: Tx,
    { state, change, at, actorId, answeredOn }: Decided,
  ): Promise<AlarmResponse> {
    const { response = 'safe', place } = change.response ?? {};
    const entry = { alarmId: change.record.id, response, ...(place !== undefined && { place }) };
    await this.writer.saveResponse(tx, { ...entry, membershipId: memberIdOf(state) }, at);
    await this.audit.write(tx, {
      action: 'alarm.answered',
      buildingId: state.buildingId,
      subjectId: change.record.id,
      ...(actorId !== undefined && { actorId }),
    });
    const answer = { alarmId: entry.alarmId, membershipId: memberIdOf(state) };
    await this.pushes.forResponse(tx, { ...answer, ...(answeredOn && { answeredOn }) }, at);
    return { ...entry, at: at.toISOString() };
  }
}

function hasNewEnd({ record }: Step, { alarm, ongoing }: LockedState): boolean {
  const known = [alarm, ...ongoing.map((one) => one.record)].find(
    (one): one is AlarmRecord => one?.id === record.id,
  );
  return record.status === 'active' && record.expiresAt !== known?.expiresAt;
}

function memberIdOf({ member }: LockedState): string {
  if (!member) throw new Error('a press or a response has no member');
  return member.id;
}
