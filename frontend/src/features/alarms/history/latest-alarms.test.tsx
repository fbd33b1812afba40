import type { Alarm } from '@contract/alarm';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { recordClosed, recordEvent, recordSync } from '../feed/feed-store.js';
import { beginPanel, calls, pass, serverAnswers } from '../testing/panel.js';
import { LatestAlarms } from './latest-alarms.js';
import { makeAlarm, makeEvent, makeSync, NOW } from '../testing/fixtures.js';

const over = (hours: number, change: Partial<Alarm> = {}) =>
  makeAlarm({
    id: String(hours),
    status: 'resolved',
    raisedAt: new Date(NOW - hours * 3_600_000).toISOString(),
    ...change,
  });
const lately = (items: Alarm[]) =>
  serverAnswers(() => Promise.resolve(Response.json({ items, next: null })));
const lines = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
const asked = () => calls.filter(({ path, body }) => path === '/api/buildings/b/alarms' && !body);

beforeEach(beginPanel);

function show(nowMs = NOW): void {
  render(<LatestAlarms buildingId="b" />);
  act(() => recordSync(makeSync({ reset: true, serverNow: new Date(nowMs).toISOString() })));
}

it('shows the last alarm of a day in a line, and the others on demand', async () => {
  lately([
    over(1, { type: 'medical', status: 'cancelled' }),
    over(15, { exercise: true }),
    over(23, { status: 'expired' }),
    over(25),
  ]);
  show();
  await pass(0);
  const last = screen.getByText('Senaste larm: Medicinsk nöd kl. 13.05 – falskt larm');
  expect(last.closest('details')?.open).toBe(false);
  expect(lines()).toEqual([
    'Övning i går kl.\u00a023.05 – övningen är över',
    'Brandlarm i går kl.\u00a015.05 – löpte ut',
  ]);
});

it('shows that there was no alarm within a day', async () => {
  lately([over(25)]);
  show();
  await pass(0);
  expect(screen.getByText('Inga larm det senaste dygnet.')).toBeTruthy();
  expect(vi.getTimerCount()).toBe(0);
});

it('follows the clock past midnight and past a day, and asks the server no more', async () => {
  const lateMs = Date.parse('2026-11-21T22:59:30.000Z');
  const before = (ms: number) => ({ raisedAt: new Date(lateMs - ms).toISOString() });
  const DAY_MS = 24 * 3_600_000;
  lately([over(1, before(1_800_000)), over(23, before(DAY_MS - 60_000))]);
  show(lateMs);
  await pass(0);
  screen.getByText('Senaste larm: Brandlarm kl. 23.29 – faran är över');
  await pass(30_000);
  screen.getByText('Senaste larm: Brandlarm i går kl. 23.29 – faran är över');
  expect(lines()).toHaveLength(1);
  await pass(30_000);
  expect(lines()).toEqual([]);
  expect(asked()).toHaveLength(1);
});

it('fetches again only when an alarm is over and its end is closed', async () => {
  lately([]);
  show();
  await pass(0);
  act(() => recordEvent(makeEvent(1)));
  act(() => recordEvent(makeEvent(2, { status: 'cancelled' })));
  await pass(60_000);
  expect(asked()).toHaveLength(1);
  lately([over(0, { status: 'cancelled' })]);
  act(() => recordClosed(makeAlarm()));
  await pass(0);
  expect(asked()).toHaveLength(2);
  expect(screen.getByText('Senaste larm: Brandlarm kl. 14.05 – falskt larm')).toBeTruthy();
  expect(lines()).toEqual([]);
});
