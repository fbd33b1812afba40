import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';

/** One step of an alarm, with ids and without names. */
export interface TimelineStep {
  at: Date;
  what: string;
  about: Record<string, unknown>;
}

/** Reads what the database knows of an alarm, from its presses to each device's receipts. */
@Injectable()
export class AlarmTimelineRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * @param lines of the nodes' log files, which alone have a press that was not saved
   * @returns a line for each step; nothing when neither the logs nor the database have the alarm
   */
  async follow(alarmId: string, lines: readonly string[]): Promise<string | undefined> {
    const steps = [...stepsIn(lines, alarmId.toLowerCase()), ...(await this.read(alarmId))];
    return steps.length > 0 ? timelineText(steps) : undefined;
  }

  /** @returns the steps in their order; none for an unknown alarm */
  private async read(alarmId: string): Promise<TimelineStep[]> {
    // PostgreSQL fails on a text that is no id.
    if (!isUUID(alarmId)) return [];
    return this.database.query<TimelineStep[]>(
      `select at, what, jsonb_strip_nulls(about) as about from (
         select 1 as place, at, 'press saved' as what, jsonb_build_object(
                  'pressId', id, 'membershipId', membership_id, 'seq', seq, 'merged', merged) as about
           from presses where alarm_id = $1
         union all
         select 2, at, 'event ' || kind, jsonb_build_object('seq', seq)
           from alarm_events where alarm_id = $1
         union all
         select 3, at, 'push ' || result, jsonb_build_object(
                  'membershipId', membership_id, 'deviceId', device_id, 'step', step)
           from push_deliveries where alarm_id = $1
         union all
         select 4, at, 'receipt ' || level, jsonb_build_object(
                  'membershipId', membership_id, 'deviceId', device_id)
           from alarm_receipts where alarm_id = $1
         union all
         select 5, at, 'response ' || response, jsonb_build_object('membershipId', membership_id)
           from alarm_responses where alarm_id = $1
       ) as steps order by at, place`,
      [alarmId],
    );
  }
}

/** These stand on every line of a node, or say no more about a step. */
const USUAL = ['level', 'severity', 'time', 'msg', 'role', 'build', 'alarmId', 'buildingId'];

/** @returns the steps that stand in log lines: those of this alarm, and of presses that joined it */
function stepsIn(lines: readonly string[], alarmId: string): TimelineStep[] {
  const found = lines.filter((line) => line.includes(alarmId)).flatMap(parse);
  const isOf = (ids: unknown[]): boolean => ids.includes(alarmId);
  return found
    .filter((line) => isOf([line['alarmId'], line['pressId']]))
    .map((line) => ({
      at: new Date(String(line['time'])),
      what: String(line['msg']),
      about: Object.fromEntries(Object.entries(line).filter(([name]) => !USUAL.includes(name))),
    }));
}

/** @returns one line for each step, with the milliseconds since the first one */
function timelineText(steps: readonly TimelineStep[]): string {
  const sorted = [...steps].sort((one, other) => one.at.getTime() - other.at.getTime());
  const beginMs = sorted[0]?.at.getTime() ?? 0;
  return sorted
    .map(({ at, what, about }) => {
      const words = Object.entries(about).map(([name, value]) => `${name}=${textOf(value)}`);
      return `${String(at.getTime() - beginMs).padStart(8)} ms  ${what.padEnd(18)} ${words.join(' ')}`;
    })
    .join('\n');
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** @returns nothing for a line of another program */
function parse(line: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(line.slice(line.indexOf('{')));
    return [value as Record<string, unknown>];
  } catch {
    return [];
  }
}
