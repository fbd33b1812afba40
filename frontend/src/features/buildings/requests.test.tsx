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
  'GET /buildings/b1/invitations': none,
  'GET /buildings/b1/exercises': none,
  'GET /buildings/b1/kiosks': none,
  'GET /buildings/b1/log': none,
};

beforeEach(async () => {
  await signInAs();
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships: [membership], demo: false } });
});

/** By the page's address, in the order of the letters. */
const REQUESTS: Record<string, string[]> = {
  '/building': ['/homes', '/members', '/to-do'],
  '/building/homes': ['/homes'],
  '/building/invite': ['/homes', '/invitations', '/members'],
  '/building/posters': ['/homes', '/invitations'],
  '/building/exercises': ['/exercises'],
  '/building/displays': ['/kiosks'],
  '/building/log': ['/log'],
  '/building/about': ['', '/members'],
};

it.each(BUILDING_PAGES)('$path asks at most three times for what it shows', async (page) => {
  const requests = serve(ANSWERS);
  // The session renews its token at a time of its own.
  const asked = () => requests.filter(({ path }) => path !== '/auth/refresh');
  const Part = page.Page ? BuildingPart : BuildingPage;
  const { container } = render(
    <MemoryRouter initialEntries={[page.path]}>
      <Part />
    </MemoryRouter>,
  );
  const wanted = REQUESTS[page.path] ?? [];
  expect(wanted.length).toBeLessThanOrEqual(MOST_REQUESTS);
  await waitFor(() => {
    expect(container.querySelector('h1')).not.toBeNull();
    expect(asked().length).toBeGreaterThanOrEqual(wanted.length);
    expect(container.textContent).not.toContain('Laddar');
  });
  const paths = asked().map(({ path }) => path.replace('/buildings/b1', ''));
  expect(paths.toSorted()).toEqual(wanted);
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
