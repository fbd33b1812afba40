import { Injectable } from '@nestjs/common';
import type { AlarmEventKind, AlarmResponse, ResponseKind } from '../../../contract/alarm.js';
import type { PushStep } from '../../../contract/push.js';
import { CommittedJobs } from '../../../platform/jobs/committed-jobs.js';
import { newJob, type Job } from '../../../platform/jobs/outbox.js';
import { PROBE_BUILDING_ID } from '../../../platform/probe-building.js';
import { buildingSignal, jobSignal } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import {
  membersIn,
  type AlarmRecord,
  type Step,
  nextEscalation,
  type Change,
  type SavedPress,
} from '../model/alarm.js';
import type { ReadState, StreamHead } from './stream-writer.repository.js';

declare module '../../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Appends the expired event. Readers see the alarm as expired even before the job runs. */
    'alarm.expire': { alarmId: string };
    /** Sends the pushes of one step; again while a push service could not take one. */
    'push.alarm': { alarmId: string; step: PushStep };
    /** The same for an exercise, for which no real alarm waits. */
    'push.exercise': { alarmId: string; step: PushStep };
    /** Replaces the notifications of an alarm by a silent one. */
    'push.close': {
      alarmId: string;
      /** Closes those of one member who responded; without it those of the ended alarm. */
      membershipId?: string;
      /** The device whose notification the member answered; it shows the answer already. */
      answeredOn?: string;
      /** Counts from 0. */
      attempt?: number;
    };
  }
}

type Act = Parameters<AuditService['entriesOf']>[0][number];

/** An alarm's row, and its event. */
interface AlarmChange {
  /** The event's; 0 when the alarm has a press or another next step, but no event. */
  seq: number;
  kind: AlarmEventKind | null;
  record: AlarmRecord;
  members: string[];
  pressedAt: string;
  escalatesAt: Date | null;
}

/** Everything that one change writes. */
export interface ChangeRows {
  /** Null when nothing changes that a rule reads. */
  head: number | null;
  at: Date;
  /** Whether the time of the next step replaces the one that an alarm has. */
  reschedules: boolean;
  alarms: AlarmChange[];
  presses: SavedPress[];
  responses: {
    alarmId: string;
    membershipId: string;
    response: ResponseKind;
    place?: string;
    turn?: number;
  }[];
  acts: object[];
  jobs: Job[];
  /** The payloads of NOTIFY. */
  notices: string[];
}

/** A change, with the state on which its rule decided. */
interface Decided {
  stream: StreamHead;
  state: ReadState;
  change: Change;
  at: Date;
  /** Undefined for work of the system. */
  actorId?: string | undefined;
  /** The device whose notification the actor answered. */
  answeredOn?: string | undefined;
}

export interface Saved {
  /** The `seq` of the last appended event. */
  seq?: number;
  press?: SavedPress;
  response?: AlarmResponse;
}

/** Makes the rows of a change: events, press, response, audit lines, jobs, and notices to all nodes. */
@Injectable()
export class ChangeRowsFactory {
  constructor(
    private readonly audit: AuditService,
    private readonly jobs: CommittedJobs,
  ) {}

  /** `urgent` are the jobs to run after the commit. */
  make(decided: Decided): { rows: ChangeRows; saved: Saved; urgent: Job[] } {
    const { stream, state, change, at, answeredOn } = decided;
    const { steps, record, response } = change;
    const seq = stream.head + steps.length;
    const press = change.press && pressOf(decided, seq);
    const answer = response && { alarmId: record.id, membershipId: memberIdOf(state) };
    const pushes = [
      ...steps.flatMap((step) => pushesOf(step, at)),
      ...(answer
        ? [newJob('push.close', { ...answer, ...(answeredOn && { answeredOn }) }, at)]
        : []),
    ];
    // A member who subscribes in this moment has the page open, and the next step reads again.
    const urgent = state.hasPushes ? pushes : [];
    const expiries = steps
      .filter((step) => hasNewEnd(step.record, state))
      // The job of an earlier end finds the alarm extended and does nothing.
      .map(({ record: { id: alarmId, expiresAt } }) =>
        newJob('alarm.expire', { alarmId }, new Date(expiresAt)),
      );
    const { buildingId } = state;
    const notices = this.jobs.areRunHere ? [] : urgent.map(({ id }) => jobSignal(id));
    const rows: ChangeRows = {
      // A press without an event is part of the state as well, so it makes a new version too.
      head: steps.length > 0 || press ? seq : null,
      at,
      reschedules: change.rescheduled !== undefined,
      alarms: alarmsOf(decided),
      presses: press ? [press] : [],
      responses: response && answer ? [{ ...answer, ...response }] : [],
      acts: this.audit.entriesOf(actsOf(decided)),
      // The probe ends its alarms itself, and has no devices that pushes could reach.
      jobs: buildingId === PROBE_BUILDING_ID ? [] : [...this.jobs.reserved(urgent), ...expiries],
      notices:
        steps.length > 0
          ? [...notices, buildingSignal(buildingId, { epoch: stream.epoch, seq })]
          : notices,
    };
    const saved = {
      ...(steps.length > 0 && { seq }),
      ...(press && { press }),
      ...(response && { response: { alarmId: record.id, ...response, at: at.toISOString() } }),
    };
    return { rows, saved, urgent };
  }
}

/** Returns an entry for each alarm that gets an event, a press or a new time of its next step. */
function alarmsOf({ stream, change, at }: Decided): AlarmChange[] {
  const { steps, record, press, rescheduled = [] } = change;
  const stepped = new Set(steps.map((step) => step.record.id));
  const others = [...(press ? [record] : []), ...rescheduled];
  const touched = [
    ...steps.map((step, n) => ({ ...step, seq: stream.head + n + 1 })),
    ...others
      .filter(({ id }) => !stepped.has(id))
      .map((one) => ({ kind: null, record: one, seq: 0 })),
  ];
  const isPressed = ({ id }: AlarmRecord): boolean => press !== undefined && id === record.id;
  return touched.map((row) => ({
    ...row,
    members: membersIn(row.record),
    pressedAt: isPressed(row.record) ? at.toISOString() : row.record.raisedAt,
    escalatesAt: nextEscalation(row.record, at),
  }));
}

function actsOf({ stream, state: { buildingId }, change, actorId }: Decided): Act[] {
  const actor = actorId !== undefined && { actorId };
  const acts = change.steps.map(({ kind, record }, n): Act => ({
    action: `alarm.${kind}`,
    buildingId,
    subjectId: record.id,
    details: { seq: stream.head + n + 1 },
    // An alarm expires by itself, even when a member's press appends the event.
    ...(kind !== 'expired' && actor),
  }));
  const { response, record } = change;
  if (!response) return acts;
  return [...acts, { action: 'alarm.answered', buildingId, subjectId: record.id, ...actor }];
}

function pressOf({ stream, state, change }: Decided, seq: number): SavedPress {
  const { id = '', merged = false } = change.press ?? {};
  return {
    id,
    buildingId: state.buildingId,
    membershipId: memberIdOf(state),
    alarmId: change.record.id,
    epoch: stream.epoch,
    seq,
    merged,
  };
}

function hasNewEnd(record: AlarmRecord, { alarm, ongoing }: ReadState): boolean {
  const known = [alarm, ...ongoing.map((one) => one.record)].find((one) => one?.id === record.id);
  return record.status === 'active' && record.expiresAt !== known?.expiresAt;
}

function memberIdOf({ member }: ReadState): string {
  if (!member) throw new Error('a press or a response has no member');
  return member.id;
}

/**
 * Makes the jobs for the pushes of a step. One row is all that pushes add to the path of an alarm: the
 * job reads the devices.
 */
function pushesOf({ kind, record }: Step, at: Date): Job[] {
  const { id: alarmId, escalation: step = 0 } = record;
  const name = record.exercise ? 'push.exercise' : 'push.alarm';
  return [
    ...(kind === 'raised' ? [newJob(name, { alarmId, step: 0 }, at)] : []),
    ...(kind === 'escalated' ? [newJob('push.alarm', { alarmId, step }, at)] : []),
    ...(record.status !== 'active' ? [newJob('push.close', { alarmId }, at)] : []),
  ];
}
