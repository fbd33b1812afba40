import type { Breach, Violation } from './checker.js';
import { percentile } from '../../../../../infra/local/percentile.mjs';
import type { History, Saved, PressRecord } from './history.js';

export interface Row {
  fault: string;
  presses: number;
  ok: number;
  unknown: number;
  /** Answered but not saved, or saved but not shown; counted per screen, as the next three are. */
  lost: number;
  doubled: number;
  foreign: number;
  late: number;
  /** Milliseconds from the first attempt to the screen of each connected tab. */
  shownMs: number[];
}

/** The row for breaches that belong to no known press. */
const UNKNOWN = 'unknown';
const COLUMN: Record<Breach, 'lost' | 'doubled' | 'foreign' | 'late'> = {
  lost: 'lost',
  missed: 'lost',
  gap: 'lost',
  doubled: 'doubled',
  foreign: 'foreign',
  differs: 'foreign',
  'refused-but-saved': 'foreign',
  late: 'late',
};

/** @returns one row for each fault in force; the times include those of the real tabs */
export function rowsOf(
  history: History,
  saved: Saved,
  violations: Violation[],
  tabTimes: { pressId: string; atMs: number }[],
): Row[] {
  const rows = new Map<string, Row>();
  for (const press of history.presses) {
    const row = rows.get(press.fault) ?? empty(press.fault);
    rows.set(press.fault, row);
    row.presses += 1;
    if (press.outcome === 'ok') row.ok += 1;
    if (press.outcome === 'unknown') row.unknown += 1;
    const seq = saved.presses.find(({ id }) => id === press.id)?.seq;
    for (const { shown, away } of history.clients) {
      const cut = away.some(
        ({ fromMs, toMs }) => fromMs <= press.sentAtMs + press.boundMs && toMs >= press.sentAtMs,
      );
      const step = shown.find((one) => one.what === 'event' && one.seq === seq);
      if (step && !cut) row.shownMs.push(step.atMs - press.sentAtMs);
    }
    for (const { pressId, atMs } of tabTimes) {
      if (pressId === press.id) row.shownMs.push(atMs - press.sentAtMs);
    }
  }
  for (const violation of violations) {
    const press = pressOf(violation, history, saved);
    const fault = press?.fault ?? UNKNOWN;
    const row = rows.get(fault) ?? empty(fault);
    rows.set(fault, row);
    row[COLUMN[violation.breach]] += 1;
  }
  return [...rows.values()];
}

/** Finds the press that a breach concerns; the end of an alarm counts for its press. */
function pressOf({ about }: Violation, history: History, saved: Saved): PressRecord | undefined {
  const alarmId = saved.events.find(({ seq }) => seq === about)?.alarmId;
  return history.presses.find(({ id }) => id === about || id === alarmId);
}

export function sum(rows: Row[], fault: string): Row {
  return rows.reduce(
    (total, row) => ({
      fault,
      presses: total.presses + row.presses,
      ok: total.ok + row.ok,
      unknown: total.unknown + row.unknown,
      lost: total.lost + row.lost,
      doubled: total.doubled + row.doubled,
      foreign: total.foreign + row.foreign,
      late: total.late + row.late,
      shownMs: [...total.shownMs, ...row.shownMs],
    }),
    empty(fault),
  );
}

/** @returns a Markdown table with a line for each fault and one for all, for docs/reliability.md */
export function tableOf(rows: Row[]): string {
  const faults = [...new Set(rows.map(({ fault }) => fault))].sort();
  const lines = [
    ...faults.map((fault) =>
      sum(
        rows.filter((row) => row.fault === fault),
        fault,
      ),
    ),
    sum(rows, '**all**'),
  ];
  return [
    '| fault in force | presses | ok | unknown | lost | doubled | foreign | late | p50 | p99 | worst |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...lines.map((row) =>
      [
        '',
        ...[row.fault, row.presses, row.ok, row.unknown, row.lost],
        ...[row.doubled, row.foreign, row.late],
        ...[0.5, 0.99, 1].map((share) => `${Math.round(percentile(row.shownMs, share))} ms`),
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  ].join('\n');
}

function empty(fault: string): Row {
  const none = { presses: 0, ok: 0, unknown: 0, lost: 0, doubled: 0, foreign: 0, late: 0 };
  return { fault, ...none, shownMs: [] };
}
