import type { PastAlarm } from '@contract/http';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, never, ok, refuse, serve, signInAs, unreachable } from '../../../testing/server.js';
import { whole } from '../../../testing/whole-text.js';
import { forgetFeed, recordEvent, recordSync } from '../feed/feed-store.js';
import { makeEvent, makeSync } from '../testing/fixtures.js';
import { monthTitle } from './history.copy.js';
import HistoryPage from './history-page.js';
import PastAlarmPage from './past-alarm-page.js';

const KARL = { membershipId: 'm-karl', name: 'Karl Ek', home: { apartment: '1301' } };
const LISA = { membershipId: 'm-lisa', name: 'Lisa Ny', home: { apartment: '1102' } };
const alarm = (id: string, raisedAt: string, extra: Partial<PastAlarm> = {}): PastAlarm => ({
  id,
  buildingId: 'h1',
  type: 'fire',
  exercise: false,
  status: 'resolved',
  sender: KARL,
  witnesses: [],
  witnessCount: 0,
  needHelp: [],
  raisedAt,
  expiresAt: raisedAt,
  ...extra,
});
const FIRST = [
  alarm('a1', '2026-11-03T13:05:00.000Z', { reached: { reached: 11, homes: 14 } }),
  alarm('a2', '2026-10-31T23:30:00.000Z', { status: 'cancelled', type: 'medical' }),
  alarm('a3', '2026-10-02T08:00:00.000Z', { status: 'resolved', exercise: true }),
];
const LIST = 'GET /buildings/h1/alarms';

beforeEach(async () => {
  forgetFeed();
  await signInAs();
  const building = { id: 'h1', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' };
  const mine = { id: 'm1', building, role: 'resident', status: 'active', maySend: true } as const;
  const memberships = [{ ...mine, name: 'Anna Berg', apartment: '1201' }];
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships, demo: false } });
});

const open = (path = '/app/history') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/app/history" element={<HistoryPage />} />
        <Route path="/app/history/:alarmId" element={<PastAlarmPage />} />
      </Routes>
    </MemoryRouter>,
  );
const rows = () => screen.queryAllByRole('link').map((link) => link.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('shows alarms by month with sender, outcome and, when it is sent, the reach', async () => {
  serve({ [LIST]: () => ok({ items: FIRST, next: null }) });
  open();
  screen.getByRole('heading', { level: 1, name: 'Larm de senaste 12 månaderna' });
  const november = await screen.findByRole('region', { name: 'November 2026' });
  // 23.30 UTC on the last of October is November at the building.
  expect(within(november).getAllByRole('link')).toHaveLength(2);
  within(screen.getByRole('region', { name: 'Oktober 2026' })).getByText('Övningen slut');
  expect(rows()[0]).toBe(
    'Brand –3 november 2026 14:05Lägenhet\u00a01301, Karl EkFaran över11 av 14\u00a0lägenheter nådda',
  );
  expect(rows()[1]).toContain('Falskt larm');
  expect(rows()[1]).not.toContain('nådda');
  screen.getByText('Larm raderas automatiskt efter 12 månader.');
});

it('loads the next page, and moves the focus to its first alarm', async () => {
  serve({
    [LIST]: () => ok({ items: FIRST, next: 'c1' }),
    [`${LIST}?before=c1`]: () =>
      ok({ items: [alarm('a4', '2026-09-01T08:00:00.000Z')], next: null }),
  });
  open();
  await screen.findByText('Falskt larm');
  press('Visa fler');
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(document.activeElement?.id).toBe('a4');
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull();
});

describe('an alarm that goes on', () => {
  const ongoing: PastAlarm = { ...FIRST[0]!, status: 'active', expiresAt: '2999-01-01T00:00:00Z' };
  const over = { ...ongoing, status: 'resolved' as const };
  const begin = () =>
    act(() => recordSync(makeSync({ buildingId: 'h1', reset: true, active: [ongoing] })));
  const end = () => act(() => recordEvent({ ...makeEvent(1, over), buildingId: 'h1' }));

  it('is over in the list once it has ended, and the list keeps its pages', async () => {
    const list = (first: PastAlarm) => ({
      [LIST]: () => ok({ items: [first, FIRST[1]], next: 'c1' }),
      [`${LIST}?before=c1`]: () => ok({ items: [FIRST[2]], next: 'c2' }),
      [`${LIST}?before=c2`]: () => ok({ items: [], next: null }),
    });
    const before = serve(list(ongoing));
    open();
    await screen.findByText('Pågår');
    press('Visa fler');
    await waitFor(() => expect(rows()).toHaveLength(3));
    begin();
    expect(before).toHaveLength(2);
    serve(list(over));
    end();
    expect(rows()).toHaveLength(3);
    await screen.findByText('Faran över');
    expect(screen.queryByText('Pågår')).toBeNull();
    expect(rows()).toHaveLength(3);
    screen.getByRole('button', { name: 'Visa fler' });
  });

  it('is over on its page once it has ended', async () => {
    const counts = { responded: 0, seen: 0, sounding: 0, received: 0, pushed: 0, unreached: 0 };
    const page = (one: PastAlarm) => ({
      'GET /alarms/a1': () => ok({ alarm: one, timeline: [] }),
      'GET /alarms/a1/reach': () => ok({ alarmId: 'a1', version: 1, counts, homes: [] }),
    });
    serve(page(ongoing));
    begin();
    open('/app/history/a1');
    await screen.findByText('Pågår');
    const after = serve(page(over));
    end();
    await screen.findByText('Faran över');
    expect(screen.queryByText('Pågår')).toBeNull();
    await waitFor(() =>
      expect(after.map(({ path }) => path)).toEqual(['/alarms/a1', '/alarms/a1/reach']),
    );
  });
});

it('still shows the first page when the next one cannot be loaded', async () => {
  serve({ [LIST]: () => ok({ items: FIRST, next: 'c1' }) });
  open();
  await screen.findByText('Falskt larm');
  press('Visa fler');
  await screen.findByText('Kunde inte ladda historiken.');
  expect(rows()).toHaveLength(3);
});

it('filters real fires without exercises, and exercises alone', async () => {
  const asked = serve({
    [LIST]: () => ok({ items: FIRST, next: null }),
    [`${LIST}?type=fire&exercise=false`]: () => ok({ items: [FIRST[0]], next: null }),
    [`${LIST}?exercise=true`]: () => ok({ items: [], next: null }),
  });
  open();
  await screen.findByText('Falskt larm');
  fireEvent.change(screen.getByLabelText('Typ'), { target: { value: 'fire' } });
  await waitFor(() => expect(rows()).toHaveLength(1));
  fireEvent.change(screen.getByLabelText('Typ'), { target: { value: 'exercise' } });
  await screen.findByText('Inga larm de senaste 12 månaderna.');
  expect(asked).toHaveLength(3);
});

it('shows that it loads, that it failed, and can try again', async () => {
  serve({ [LIST]: never });
  const { unmount } = open();
  screen.getByText('Laddar …');
  unmount();
  serve({ [LIST]: unreachable });
  open();
  await screen.findByText('Kunde inte ladda historiken.');
  serve({ [LIST]: () => ok({ items: [], next: null }) });
  press('Försök igen');
  await screen.findByText('Inga larm de senaste 12 månaderna.');
});

it('shows the timeline of one alarm to the second', async () => {
  const entry = (at: string, kind: string, who?: typeof KARL, place?: string) => ({
    at: `2026-11-03T${at}Z`,
    kind,
    ...(who && { name: who.name, home: who.home }),
    ...(place && { place }),
  });
  const timeline = [
    entry('22:59:58.100', 'raised', KARL),
    entry('23:00:05.200', 'updated'),
    entry('23:00:05.200', 'need_help', LISA, 'Källaren'),
    entry('23:00:13.100', 'escalated'),
    entry('23:01:00.000', 'witnessed'),
    entry('23:02:00.000', 'resolved', KARL),
  ];
  const reach = {
    alarmId: 'a1',
    version: 1,
    counts: { responded: 0, seen: 0, sounding: 1, received: 0, pushed: 0, unreached: 0 },
    homes: [{ ...LISA.home, names: [LISA.name], level: 'sounding' }],
  };
  serve({
    'GET /alarms/a1': () => ok({ alarm: { ...FIRST[0], note: 'Rök' }, timeline }),
    [`GET /alarms/${FIRST[0]!.id}/reach`]: () => ok(reach),
  });
  open('/app/history/a1');
  await screen.findByRole('heading', { level: 1, name: 'Brand' });
  const story = within(screen.getByRole('region', { name: 'Tidslinje' }));
  expect(story.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    '23:59:58Lägenhet\u00a01301, Karl Ek, larmade',
    '4 november 202600:00:05Lägenhet\u00a01102, Lisa Ny, svarade: behöver hjälpKällaren',
    '00:00:13Larmet upprepades för dem som inte hade svarat',
    '00:01:00En granne larmade också',
    '00:02:00Lägenhet\u00a01301, Karl Ek, avslutade: faran är över',
  ]);
  screen.getByText('11 av 14 lägenheter nådda');
  screen.getByText('Rök');
  const reached = within(screen.getByRole('region', { name: 'Nådda lägenheter' }));
  await reached.findByText(whole('Lägenhet 1102, Lisa Ny'));
  reached.getByRole('heading', { level: 2, name: /\(1\)$/ });
});

it.each([
  ['fire', 'kan hjälpa till'],
  ['medical', 'kommer'],
])(
  'says of who offered to come in an alarm of type %s what the sender read',
  async (type, words) => {
    const timeline = [{ at: FIRST[1]!.raisedAt, kind: 'coming', name: LISA.name, home: LISA.home }];
    serve({ 'GET /alarms/a2': () => ok({ alarm: { ...FIRST[1], type }, timeline }) });
    open('/app/history/a2');
    await screen.findByText(whole(`Lägenhet 1102, Lisa Ny, svarade: ${words}`));
  },
);

it('speaks of an exercise that ended by itself as an exercise', async () => {
  const at = '2026-11-03T23:00:00.000Z';
  const timeline = ['raised', 'escalated', 'expired'].map((kind) => ({ at, kind }));
  const exercise = { ...FIRST[2], status: 'expired' };
  serve({ 'GET /alarms/a3': () => ok({ alarm: exercise, timeline }) });
  open('/app/history/a3');
  await screen.findByRole('heading', { level: 1, name: 'Övning' });
  screen.getByText('Startade');
  expect(screen.queryByText('Plats och text')).toBeNull();
  screen.getByText('Övningen slut');
  screen.getByText('Övningen upprepades för dem som inte hade svarat');
  screen.getByText('Övningen löpte ut');
  expect(screen.getByRole('list').textContent).not.toMatch(/[Ll]arm/);
});

it('draws a building in which nothing happened', async () => {
  serve({ [LIST]: () => ok({ items: [], next: null }) });
  open();
  const words = await screen.findByText('Inga larm de senaste 12 månaderna.');
  expect(words.closest('figure')?.querySelectorAll('[data-pattern="dark"]')).toHaveLength(6);
});

it('shows that an alarm does not exist', async () => {
  serve({ 'GET /alarms/a1': () => refuse(404, 'alarm.not_found', 'Larmet finns inte.') });
  open('/app/history/a1');
  await screen.findByText('Larmet finns inte. Larm raderas efter 12 månader.');
  expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull();
});

it('says that it could not load who the person is, and tries again when asked to', async () => {
  const { me } = useMe.getState();
  useMe.setState({ status: 'failed', me: undefined });
  serve({ 'GET /auth/me': () => ok(me), [LIST]: () => ok({ items: FIRST, next: null }) });
  open();
  screen.getByText('Kunde inte ladda historiken.');
  press('Försök igen');
  screen.getByText('Laddar …');
  await screen.findByRole('region', { name: 'November 2026' });
});

it('names the month of the buildings’ time zone', () => {
  expect(monthTitle('2026-11-03T13:05:22.700Z')).toBe('November 2026');
  expect(monthTitle('2026-06-30T22:30:05.000Z')).toBe('Juli 2026');
});
