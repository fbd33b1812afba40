import type { Violation } from './checker.js';
import { createHistory } from './history.js';
import { rowsOf, tableOf } from './table.js';

const press = (id: string, seq: number, fault: string) => ({
  id,
  buildingId: 'building',
  sentAtMs: 1_000,
  outcome: 'ok' as const,
  seq,
  fault,
  boundMs: 250,
});

function rowsWith(violations: Violation[]) {
  const history = createHistory();
  history.presses = [press('a', 1, 'none'), press('b', 2, 'node killed')];
  const shown = [1, 2].map((seq) => ({
    what: 'event' as const,
    buildingId: 'building',
    seq,
    alarmId: seq === 1 ? 'a' : 'b',
    kind: 'raised',
    atMs: 1_000 + seq * 100,
  }));
  history.clients = [{ name: 'tab', buildingId: 'building', shown, away: [] }];
  const events = [...shown, { ...shown[1]!, seq: 3, kind: 'resolved' }];
  const presses = ['a', 'b'].map((id, n) => ({ id, alarmId: id, seq: n + 1 }));
  return rowsOf(history, { events, presses }, violations, []);
}

it('counts presses and times by the fault in force', () => {
  expect(rowsWith([])).toMatchObject([
    { fault: 'none', presses: 1, ok: 1, unknown: 0, shownMs: [100] },
    { fault: 'node killed', presses: 1, ok: 1, unknown: 0, shownMs: [200] },
  ]);
});

it.each([
  ['a press', 'missed', 'b', { fault: 'node killed', lost: 1 }],
  ['an event', 'doubled', 1, { fault: 'none', doubled: 1 }],
  ['the end of an alarm', 'foreign', 3, { fault: 'node killed', foreign: 1 }],
  ['no known press', 'foreign', 'x', { fault: 'unknown', foreign: 1 }],
] as const)(
  'counts a breach that concerns %s in the row of its fault',
  (_what, breach, about, row) => {
    const rows = rowsWith([{ breach, where: 'tab', detail: '', about }]);
    expect(rows).toContainEqual(expect.objectContaining(row));
  },
);

it('sums up all faults, with the median, the 99th percentile and the worst time', () => {
  const last = tableOf(rowsWith([])).split('\n').at(-1);
  expect(last).toBe('| **all** | 2 | 2 | 0 | 0 | 0 | 0 | 0 | 100 ms | 200 ms | 200 ms |');
});
