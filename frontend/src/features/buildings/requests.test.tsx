import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useMe } from '../../lib/session/me.js';
import { ANNA, ok, serve, signInAs } from '../../testing/server.js';
import BuildingPart, { BUILDING_PAGES } from './building-part.js';
import BuildingPage from './members/building-page.js';

/** A page that asks for more is slow on a bad network. */
const MOST_REQUESTS = 3;

const BUILDING = { id: 'b1', name: 'Linden', address: 'Lindvägen 1, Umeå' };
const membership = {
  id: 'anna',
  building: BUILDING,
  role: 'manager',
  status: 'active',
  maySend: true,
  name: 'Anna',
  apartment: '1001',
} as const;

const none = () => ok({ items: [], next: null });
const ANSWERS = {
  'GET /buildings/b1': () => ok({ ...BUILDING, homes: 0 }),
  'GET /buildings/b1/to-do': () => ok({ practised: false, displaysAway: [] }),
  'GET /buildings/b1/homes': none,
  'GET /buildings/b1/members': none,
};
/** All other lists are empty, so that a new page needs no answer of its own here. */
const ANY = new Proxy<Record<string, () => Response>>(ANSWERS, {
  get: (known, request: string) => known[request] ?? none,
});

beforeEach(async () => {
  await signInAs();
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships: [membership], demo: false } });
});

it.each(BUILDING_PAGES)('$path asks at most three times for what it shows', async (page) => {
  const requests = serve(ANY);
  const Part = page.Page ? BuildingPart : BuildingPage;
  const { container } = render(
    <MemoryRouter initialEntries={[page.path]}>
      <Part />
    </MemoryRouter>,
  );
  await waitFor(() => {
    expect(container.querySelector('h1')).not.toBeNull();
    expect(container.textContent).not.toContain('Laddar');
  });
  // The session renews its token at a time of its own.
  const paths = requests.map(({ path }) => path).filter((path) => path !== '/auth/refresh');
  expect(paths).not.toEqual([]);
  expect(paths.length).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(paths).toEqual([...new Set(paths)]);
});

it('a page says that it could not be loaded while it is unknown who the person is', async () => {
  const { me } = useMe.getState();
  useMe.setState({ status: 'failed', me: undefined });
  serve({ ...ANSWERS, 'GET /auth/me': () => ok(me) });
  render(
    <MemoryRouter initialEntries={['/building']}>
      <BuildingPage />
    </MemoryRouter>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Kunde inte ladda sidan.');
  fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
  screen.getByText('Laddar …');
  await screen.findByRole('heading', { level: 1, name: 'Linden' });
});
