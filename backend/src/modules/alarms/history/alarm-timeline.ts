import type { TimelineStep } from './alarm-timeline.repository.js';

/** These stand on every line of a node, or say no more about a step. */
const USUAL = ['level', 'severity', 'time', 'msg', 'role', 'build', 'alarmId', 'buildingId'];

/** @returns the steps that stand in log lines: those of this alarm, and of presses that joined it */
export function stepsIn(lines: readonly string[], alarmId: string): TimelineStep[] {
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
export function describe(steps: readonly TimelineStep[]): string {
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
