import type { ListedHome, Member } from '@contract/http';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refuse, serve, signInAs } from '../../../testing/server.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import { Members } from './building-page.js';
import { whole } from '../../../testing/whole-text.js';

const LIST = 'GET /buildings/b1/members';
const DECIDE = 'POST /buildings/b1/members/karl/home';
const KARL: Member = {
  id: 'karl',
  name: 'Karl Ek',
  status: 'active',
  apartment: '1301',
  role: 'resident',
  maySend: true,
  joinedAt: '2026-11-01T10:00:00.000Z',
  readiness: 'away',
  testedAt: null,
};
const MOVING = { ...KARL, requestedHome: { entrance: 'B', apartment: '1302' } };
const list = (...items: Member[]) => ok({ items, next: null });

const BUILDING = { id: 'b1', name: 'BRF Storgatan', address: 'Storgatan 12, Umeå' };
const home: ListedHome = { apartment: '1301', listed: true };
const around = {
  'GET /buildings/b1/homes': () => ok({ items: [home], next: null }),
};

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
});

async function open(answers = {}) {
  const asked = serve({ ...around, [LIST]: () => list(MOVING), ...answers });
  render(
    <MemoryRouter>
      <main>
        <h1>Huset</h1>
        <Members building={BUILDING} ownId="anna" onMade={() => undefined} />
      </main>
      <Toasts />
    </MemoryRouter>,
  );
  await screen.findByText(whole('Vill byta från lägenhet 1301 till lägenhet 1302, uppgång B'));
  return asked;
}
const waiting = () => within(screen.getByRole('region', { name: 'Väntar på godkännande' }));
const press = (name: string) => fireEvent.click(waiting().getByRole('button', { name }));

it('shows who wants to move within the building, and confirms the home that is shown', async () => {
  const moved = { ...KARL, apartment: '1302', entrance: 'B' };
  const asked = await open({ [DECIDE]: () => ok(moved) });
  press('Godkänn Karl Ek');
  await screen.findByText(whole('Karl Ek har bytt lägenhet'));
  expect(asked.at(-1)?.body).toEqual({ confirmed: true, apartment: '1302', entrance: 'B' });
  expect(screen.queryByRole('region', { name: 'Väntar på godkännande' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it.each<[string, ListedHome[], Member[], string]>([
  [
    'in a house without a list',
    [{ apartment: '1301', listed: false }],
    [KARL],
    'Bor redan där: Karl Ek.',
  ],
  ['in a house without a list', [], [], 'Ingen är med från lägenheten.'],
  [
    'in a home beside the list',
    [
      { apartment: '1301', listed: false },
      { apartment: '1001', listed: true },
    ],
    [KARL],
    'Bor redan där: Karl Ek.',
  ],
  ['beside the list', [{ apartment: '1001', listed: true }], [], 'Lägenheten finns inte i listan.'],
  [
    'in the list, after a removal that may be undone',
    [home],
    [{ ...KARL, status: 'revoked' }],
    'Ingen är med från lägenheten.',
  ],
])('says who lives where a stranger wants to live, %s', async (_case, homes, members, text) => {
  const stranger: Member = { ...KARL, id: 'nils', name: 'Nils Ny', status: 'pending' };
  serve({
    [LIST]: () => list(...members, stranger),
    'GET /buildings/b1/homes': () => ok({ items: homes, next: null }),
  });
  render(
    <MemoryRouter>
      <Members building={BUILDING} ownId="anna" onMade={() => undefined} />
    </MemoryRouter>,
  );
  await screen.findByRole('region', { name: 'Väntar på godkännande' });
  waiting().getByText(whole(text));
});

it('refuses a new home', async () => {
  const asked = await open({ [DECIDE]: () => ok(KARL) });
  press('Neka Karl Ek');
  await screen.findByText(whole('Karl Ek behåller sin lägenhet'));
  expect(asked.at(-1)?.body).toMatchObject({ confirmed: false });
});

it('shows why a home cannot be confirmed', async () => {
  const text = 'Namn och lägenhet kan inte ändras förrän larmet är avslutat.';
  await open({ [DECIDE]: () => refuse(409, 'membership.home_frozen', text) });
  press('Godkänn Karl Ek');
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  waiting().getByText(/^Vill byta/);
});

describe('somebody who has changed home since the list was loaded', () => {
  const text = 'Namnet eller lägenheten har ändrats. Titta igen innan du svarar.';
  const waits = (id: string, name: string, apartment: string): Member => ({
    ...KARL,
    ...{ id, name, apartment, status: 'pending' },
  });
  const [NILS, VERA] = [waits('nils', 'Nils Ny', '1201'), waits('vera', 'Vera Ny', '1202')];
  const moved = { ...NILS, apartment: '1302' };
  const asks = (id: string) => `PATCH /buildings/b1/members/${id}`;

  async function openWith(...items: Member[]) {
    const answers = [list(...items), list(moved, ...items.slice(1))];
    const asked = serve({
      ...around,
      [LIST]: () => answers.shift()!,
      [asks('nils')]: () => refuse(409, 'membership.not_as_seen', text),
      [asks('vera')]: () => ok({ ...VERA, status: 'active' }),
    });
    render(
      <MemoryRouter>
        <Members building={BUILDING} ownId="anna" onMade={() => undefined} />
        <Toasts />
      </MemoryRouter>,
    );
    await screen.findByRole('region', { name: 'Väntar på godkännande' });
    return asked;
  }
  const sent = (asked: Awaited<ReturnType<typeof openWith>>) =>
    asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const heading = () => waiting().getByRole('heading', { name: 'Väntar på godkännande' });

  it.each([
    ['Godkänn', 'active'],
    ['Neka', 'revoked'],
  ])('is shown anew instead of answered by %s', async (button, status) => {
    const asked = await openWith({ ...NILS, entrance: 'A' });
    press(`${button} Nils Ny`);
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    await waiting().findByText(whole('lägenhet 1302'));
    const seen = { name: 'Nils Ny', entrance: 'A', apartment: '1201' };
    expect(sent(asked)).toEqual([{ status, seen }]);
    expect(document.activeElement).toBe(heading());
  });

  it('is shown anew when several are approved together', async () => {
    const asked = await openWith(NILS, VERA);
    fireEvent.click(waiting().getByLabelText('Markera alla'));
    press('Godkänn 2');
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toContain('1 av 2 har fått svar.');
    expect(toast.textContent).toContain(text);
    await waiting().findByText(whole('lägenhet 1302'));
    expect(sent(asked)).toEqual([
      { status: 'active', seen: { name: 'Nils Ny', apartment: '1201' } },
      { status: 'active', seen: { name: 'Vera Ny', apartment: '1202' } },
    ]);
    expect(document.activeElement).toBe(heading());
  });
});
