import { PART_STATES, SYSTEM_PARTS, type SystemPart } from '@contract/status';
import { act, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { useMe } from '../../lib/session/me.js';
import { ADMIN, ok, refuse, serve, signInAs, unreachable } from '../../testing/server.js';
import { sinceText, summaryOf } from './status.copy.js';
import StatusPage from './status-page.js';

const ME = { 'GET /auth/me': () => ok({ user: ADMIN, memberships: [], demo: false }) };
const ROUTE = 'GET /admin/status';
const AT = '2026-11-03T13:05:22.700Z';
const WORKING: SystemPart[] = SYSTEM_PARTS.map((part) => ({ part, state: 'works', since: AT }));
const withPart = (changed: SystemPart) =>
  WORKING.map((one) => (one.part === changed.part ? changed : one));

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await signInAs(ADMIN);
  useMe.setState({ status: 'loading', me: undefined });
});

function open() {
  render(
    <MemoryRouter initialEntries={['/admin/status']}>
      <Routes>
        <Route path="/admin/status" element={<StatusPage />} />
        <Route path="/" element={<p>Startsidan</p>} />
      </Routes>
    </MemoryRouter>,
  );
}
const rows = () => screen.findAllByRole('listitem');
const row = async (name: string) =>
  (await rows()).find((one) => within(one).queryByRole('heading', { name }))?.textContent;
const summary = () => screen.getByRole('status').textContent;
/** The page asks again after two seconds. */
const later = () => act(() => vi.advanceTimersByTimeAsync(2_000));

it('says of each part whether it works, since when, and what it means for an alarm', async () => {
  const parts = withPart({ part: 'worker', state: 'down', since: AT });
  serve({ ...ME, [ROUTE]: () => ok({ parts }) });
  open();
  expect(await row('Databas')).toBe(
    'DatabasFungerar sedan 3 november 2026 kl.\u00a014.05Larm sparas och skickas.',
  );
  expect(await row('Provlarm')).toMatch(/^ProvlarmFungerar, hördes 3 november 2026/);
  expect(await row('Bakgrundsjobb')).toMatch(/Nere sedan .*Inga aviseringar skickas\.$/);
  expect(summary()).toBe(
    'Bakgrundsjobb: Larm går fram till öppna sidor. Inga aviseringar skickas.',
  );
});

it('says how many servers there are, and whether another one would take over', async () => {
  let parts = withPart({ part: 'nodes', state: 'works', count: 2 });
  serve({ ...ME, [ROUTE]: () => ok({ parts }) });
  open();
  expect(await row('Servrar')).toMatch(/^ServrarFungerar2 servrar .* tar de andra över\.$/);
  parts = withPart({ part: 'nodes', state: 'works', count: 1 });
  await later();
  expect(await row('Servrar')).toMatch(/^ServrarFungerarEn server .* Ingen annan tar över/);
});

it('shows a failure at the next poll, and its end', async () => {
  let parts = WORKING;
  serve({ ...ME, [ROUTE]: () => ok({ parts }) });
  open();
  expect(await row('Redis')).toMatch(/^RedisFungerar/);
  expect(summary()).toMatch(/^Ett larm går fram/);
  parts = withPart({ part: 'redis', state: 'down', since: AT });
  await later();
  expect(await row('Redis')).toMatch(/^RedisNere/);
  parts = WORKING;
  await later();
  expect(await row('Redis')).toMatch(/^RedisFungerar/);
});

it.each([
  ['refuses', () => refuse(503, 'system.unavailable', 'Försök igen senare')],
  ['does not answer', unreachable],
])('shows the database as down since the first failure while the server %s', async (_, fail) => {
  let answer = () => ok({ parts: WORKING });
  serve({ ...ME, [ROUTE]: () => answer() });
  open();
  await rows();
  answer = fail as typeof answer;
  await later();
  const first = await row('Databas');
  expect(first).toMatch(/^DatabasNere sedan .*ringa 112\.$/);
  expect(await row('Redis')).toBe('RedisGår inte att seSyns igen när databasen fungerar.');
  vi.setSystemTime(Date.now() + 120_000);
  await later();
  expect(await row('Databas')).toBe(first);
  answer = () => ok({ parts: WORKING });
  await later();
  expect(await row('Databas')).toMatch(/^DatabasFungerar/);
});

it('sends a user away who is no administrator any more', async () => {
  serve({ ...ME, [ROUTE]: () => refuse(403, 'auth.admin_required', 'Nej') });
  open();
  await screen.findByText('Startsidan');
});

it('has a sentence for each state, and claims nothing without a synthetic alarm', () => {
  for (const state of PART_STATES) expect(sinceText('redis', state, 'nu')).toBe(' sedan nu');
  expect(sinceText('probe', 'down', 'nu')).toBe(', hördes senast nu');
  const unproven = withPart({ part: 'probe', state: 'unused' });
  expect(summaryOf(unproven)).toMatch(/^Inget fel syns/);
  const both = unproven.map((one): SystemPart => ({ ...one, state: 'down' }));
  expect(summaryOf(both)).toMatch(/^Databas: .* 6 delar fungerar inte\.$/);
});
