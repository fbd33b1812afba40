import type { Membership } from '@contract/http';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { selectBuilding } from '../../../lib/session/selected-building.js';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, serve } from '../../../testing/server.js';
import BuildingPage from './building-page.js';

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
  screen.getByText('Bara de ansvariga för Hus 2 kan se den här sidan.');
  expect(screen.queryByText('Medlemmar')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Visa Hus 1' }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hus 1');
  expect(localStorage.getItem('resq.house')).toBe('1');
});
