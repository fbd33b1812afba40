import type { Member, Membership } from '@contract/http';
import { act, fireEvent, render, screen } from '@testing-library/react';
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
