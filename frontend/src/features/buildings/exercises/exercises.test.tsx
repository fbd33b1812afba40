import type { AlarmReport, Exercise } from '@contract/exercises';
import type { Membership } from '@contract/http';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { forgetServerTime, recordServerTime } from '../../../lib/time/clock.js';
import { selectBuilding } from '../../../lib/session/selected-building.js';
import { ANNA, ok, refuse, serve } from '../../../testing/server.js';
import ExercisesPage from './exercises-page.js';
import { secondsOf, summaryText } from './exercises.copy.js';
import { momentIn, proposedDay } from './proposed-day.js';
import ReportPage from './report-page.js';

const membership: Membership = {
  id: 'm',
  building: { id: 'b', name: 'BRF Storgatan 12', address: 'Storgatan 12' },
  role: 'manager',
  status: 'active',
  maySend: true,
  name: 'Anna',
  apartment: '1201',
};
const OUTSIDE_HOURS = 'Övningar börjar mellan kl. 8 och 21.';
const PLANNED: Exercise = { id: 'x', at: '2036-12-01T17:00:00.000Z', state: 'planned' };
const REPORT: AlarmReport = {
  alarmId: 'a',
  exercise: true,
  raisedAt: '2026-11-20T17:00:00.000Z',
  endedAt: '2026-11-20T17:15:00.000Z',
  homes: 4,
  reachedMs: [1_200, 2_900, 90_000],
  answeredMs: [5_000],
  reachedHomes: [
    { apartment: '1201', answered: true },
    { apartment: '1301', answered: false },
    { apartment: '1302', answered: false },
  ],
  missed: [
    {
      apartment: '1102',
      names: ['Lisa Ny', 'Olle Ny'],
      membershipIds: ['m2', 'm3'],
      reason: 'push_unseen',
    },
  ],
  outside: [{ apartment: '1001' }, { entrance: 'B', apartment: '1101' }],
  displays: { shown: 2, all: 3 },
  previous: { raisedAt: '2026-06-01T16:00:00.000Z', homes: 3, reachedMs: [4_000] },
};
const plain = () =>
  document.body.textContent?.replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');

function open(path: string): void {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/building/exercises" element={<ExercisesPage />} />
        <Route path="/building/exercises/:alarmId" element={<ReportPage alarmId="a" />} />
      </Routes>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  selectBuilding('b');
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships: [membership], demo: false } });
});

it.each([
  ['2026-11-27T12:00:00Z', '2026-12-07'],
  ['2026-12-07T12:00:00Z', '2027-03-01'],
  // The first Monday of June 2033 is the national day.
  ['2033-05-01T12:00:00Z', '2033-06-13'],
])('from %s it proposes %s at 18.00', (now, date) => {
  expect(proposedDay(new Date(now))).toEqual({ date, time: '18:00' });
});

it('proposes a day by the server’s clock, and allows today by it', async () => {
  recordServerTime('2025-11-27T12:00:00.000Z');
  serve({ 'GET /buildings/b/exercises': () => ok({ items: [], next: null }) });
  open('/building/exercises');
  fireEvent.click(await screen.findByRole('button', { name: 'Planera övning' }));
  const date = screen.getByLabelText<HTMLInputElement>('Datum');
  expect([date.value, date.min]).toEqual(['2025-12-01', '2025-11-27']);
  forgetServerTime();
});

it('reads a time as one in Sweden, in winter and summer', () => {
  expect(momentIn('2026-12-07', '18:00')?.toISOString()).toBe('2026-12-07T17:00:00.000Z');
  expect(momentIn('2027-06-07', '18:00')?.toISOString()).toBe('2027-06-07T16:00:00.000Z');
  expect(momentIn('', '18:00')).toBeUndefined();
});

it('sums up how fast homes were reached, and no share that never was', () => {
  expect(summaryText(REPORT)).toBe('3 av 4 lägenheter nåddes. Hälften inom 3 sekunder. 1 svarade.');
  expect(secondsOf(0.9, REPORT.reachedMs, 4)).toBeUndefined();
  const all = { homes: 1, reachedMs: [300], answeredMs: [] };
  expect(summaryText(all)).toBe(
    '1 av 1 lägenhet nåddes. Hälften inom 1 sekund, nio av tio inom 1. 0 svarade.',
  );
  expect(summaryText({ homes: 0, reachedMs: [], answeredMs: [] })).toBe(
    'Inga grannar var med i ResQ.',
  );
});

it('shows more exercises on request', async () => {
  const older: Exercise = { id: 'y', at: '2035-12-03T17:00:00.000Z', state: 'held' };
  serve({
    'GET /buildings/b/exercises': () => ok({ items: [PLANNED], next: 'c' }),
    'GET /buildings/b/exercises?before=c': () => ok({ items: [older], next: null }),
  });
  open('/building/exercises');
  fireEvent.click(await screen.findByRole('button', { name: 'Visa fler' }));
  await screen.findByRole('link', { name: /^Rapport/ });
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull();
});

it('plans an exercise, keeps what was typed when it is refused, and calls one off', async () => {
  const bodies: unknown[] = [];
  let items: Exercise[] = [];
  serve({
    'GET /buildings/b/exercises': () => ok({ items, next: null }),
    'POST /buildings/b/exercises': (request) => {
      bodies.push(request.body);
      if (bodies.length === 1) return refuse(409, 'exercise.outside_hours', OUTSIDE_HOURS);
      items = [PLANNED];
      return ok(PLANNED);
    },
    'DELETE /buildings/b/exercises/x': () => {
      items = [{ ...PLANNED, state: 'calledOff' }];
      return new Response(null, { status: 204 });
    },
  });
  open('/building/exercises');
  await screen.findByText('Ingen övning än. Planera den första.');
  fireEvent.click(screen.getByRole('button', { name: 'Planera övning' }));
  const [date, time] = [screen.getByLabelText('Datum'), screen.getByLabelText(/^Klockslag/)];
  for (const [empty, value] of [
    [date, '2036-12-01'],
    [time, '22:00'],
  ] as const) {
    fireEvent.change(empty, { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Planera' }));
    expect(document.activeElement).toBe(empty);
    expect(empty.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(empty, { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Planera' }));
  await screen.findByText(OUTSIDE_HOURS);
  expect((date as HTMLInputElement).value).toBe('2036-12-01');
  fireEvent.change(time, { target: { value: '18:00' } });
  fireEvent.click(screen.getByRole('button', { name: 'Planera' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Ställ in, måndag 1 december/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Ställ in' }));
  await screen.findByText('Inställd');
  expect(document.activeElement?.textContent, 'the pressed button is gone').toMatch(/^Måndag 1/);
});

it('shows the report with its curve as text, and reminds all who were missed', async () => {
  const reminded: string[] = [];
  serve({
    'GET /alarms/a/report': () => ok(REPORT),
    'POST /buildings/b/members/m2/remind': () => (reminded.push('m2'), ok({ pushed: true })),
    'POST /buildings/b/members/m3/remind': () => (reminded.push('m3'), ok({ pushed: false })),
  });
  open('/building/exercises/a');
  await screen.findByText(/3 av 4 lägenheter nåddes/);
  expect(screen.getByRole('img', { name: /Lägenheter som nåddes/ })).toBeTruthy();
  const drawn = [...document.querySelectorAll('figure [data-pattern]')].slice(0, 6);
  expect(drawn.map((one) => one.getAttribute('data-pattern')).sort()).toEqual(
    ['lit', 'hatched', 'hatched', 'dark', 'open', 'open'].sort(),
  );
  for (const words of [
    '1 svarade',
    '2 nåddes, svarade inte',
    '1 nåddes inte',
    '2 inte med i ResQ',
  ]) {
    expect(plain()).toContain(words);
  }
  expect(screen.getByRole('row', { name: /Inom 5 sekunder/ }).textContent).toContain('2');
  expect(plain()).toContain('Skärmar: 2 av 3 visade larmet.');
  expect(plain()).toContain('Förra gången: 1 av 3.');
  expect(plain()).toContain('Lägenhet 1102 · Avisering skickad, inte visad');
  expect(plain()).toContain('Inte med i ResQ: 1001, B 1101.');
  fireEvent.click(screen.getByRole('button', { name: 'Påminn alla 2' }));
  await screen.findByText('2 av 2 är påminda.');
  expect(plain()).toContain(
    'Ser påminnelsen först i ResQ: Olle Ny (1102). Säg till på annat sätt också.',
  );
  expect(reminded.sort()).toEqual(['m2', 'm3']);
});

it('reads again while the exercise goes on, and no more once it is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let reads = 0;
  serve({
    'GET /alarms/a/report': () => {
      reads++;
      const { endedAt, ...running } = REPORT;
      return ok(reads < 3 ? running : { ...running, endedAt });
    },
  });
  open('/building/exercises/a');
  await screen.findByText(/Övningen pågår/);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(reads).toBe(3);
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(reads).toBe(3);
  vi.useRealTimers();
});
