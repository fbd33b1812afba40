import type { Member, Membership } from '@contract/http';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { selectBuilding } from '../../../lib/session/selected-building.js';
import { useMe } from '../../../lib/session/me.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { ANNA, ok, serve } from '../../../testing/server.js';
import BuildingPage from './building-page.js';
import { whole } from '../../../testing/whole-text.js';

const membership = (id: string, role: Membership['role']): Membership => ({
  id: `m-${id}`,
  building: { id, name: `Hus ${id}`, address: `Gatan ${id}` },
  role,
  status: 'active',
  maySend: true,
  name: 'Anna',
  apartment: '1201',
});

beforeEach(() => {
  serve({});
  useDeviceAck.setState({}, true);
  const memberships = [membership('1', 'manager'), membership('2', 'resident')];
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships, demo: false } });
});

it('refuses a selected building that the member does not manage, and offers a managed one', () => {
  selectBuilding('2');
  render(
    <MemoryRouter>
      <BuildingPage />
    </MemoryRouter>,
  );
  screen.getByText(whole('Bara de ansvariga för Hus 2 kan se den här sidan.'));
  expect(screen.queryByText('Medlemmar')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Visa Hus 1' }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hus 1');
  expect(localStorage.getItem('resq.house')).toBe('1');
});

it('shows the manager as connected once the server has saved this device, and asks no more', async () => {
  const anna: Member = {
    id: 'm-1',
    name: 'Anna',
    apartment: '1201',
    role: 'manager',
    status: 'active',
    maySend: true,
    joinedAt: '2026-11-03T13:05:00.000Z',
    readiness: 'away',
    testedAt: null,
  };
  const asked = serve({
    'GET /buildings/1/members': () => ok({ items: [anna], next: null }),
    'GET /buildings/1/homes': () =>
      ok({ items: [{ apartment: '1201', listed: true }], next: null }),
  });
  selectBuilding('1');
  render(
    <MemoryRouter>
      <BuildingPage />
    </MemoryRouter>,
  );
  await screen.findByText(/Frånkopplad/);
  const { length } = asked;
  act(() => useDeviceAck.setState({ testedAt: null }));
  await screen.findByText(/Ljud av/);
  expect(asked).toHaveLength(length);
});

it('keeps the letter of who moved out, with its address, when another building is chosen', async () => {
  const memberships = [membership('1', 'manager'), membership('2', 'manager')];
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships, demo: false } });
  const karl = { id: 'karl', name: 'Karl', apartment: '1301', role: 'resident', status: 'active' };
  const letter = {
    id: 'l',
    apartment: '1301',
    url: 'http://localhost/join#x',
    code: 'K7QM2XPA9TFW',
  };
  const page = (item: object) => () => ok({ items: [item], next: null });
  const asked = serve({
    'GET /buildings/1/members': page(karl),
    'GET /buildings/1/homes': page({ apartment: '1301', listed: true }),
    'PATCH /buildings/1/members/karl': () => ok({ ...karl, status: 'revoked' }),
    'POST /buildings/1/invitations/letters': page({
      ...letter,
      expiresAt: '2027-01-21T10:00:00.000Z',
    }),
  });
  selectBuilding('1');
  render(
    <MemoryRouter>
      <BuildingPage />
    </MemoryRouter>,
  );
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByRole('button', { name: 'Har flyttat lägenhet 1301' });
  press('Har flyttat lägenhet 1301');
  press('Ta bort 1');
  await screen.findByText('Brevet är klart.');
  act(() => selectBuilding('2'));
  screen.getByText('Brevet är klart.');
  expect(document.body.textContent).toContain('Gatan 1');
  press('Klar');
  press('Lämna');
  await waitFor(() => expect(asked.at(-1)?.path).toMatch(/^.buildings.2/));
});

it('draws a dark building while no home has a member', async () => {
  const manager: Member = {
    id: 'm-1',
    name: 'Anna',
    apartment: '',
    role: 'manager',
    status: 'active',
    maySend: true,
    joinedAt: '2026-11-03T13:05:00.000Z',
    readiness: 'ready',
    testedAt: null,
  };
  serve({
    'GET /buildings/1/members': () => ok({ items: [manager], next: null }),
    'GET /buildings/1/homes': () => ok({ items: [], next: null }),
  });
  selectBuilding('1');
  render(
    <MemoryRouter>
      <BuildingPage />
    </MemoryRouter>,
  );
  await screen.findByText('Inga lägenheter än.');
});
