import type { Kiosk } from '@contract/kiosks';
import type { Membership } from '@contract/http';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { selectBuilding } from '../../../lib/session/selected-building.js';
import { ANNA, ok, serve, signInAs } from '../../../testing/server.js';
import DisplaysPage from './displays-page.js';

const membership: Membership = {
  id: 'm',
  building: { id: 'b', name: 'BRF Storgatan 12', address: 'Storgatan 12' },
  role: 'manager',
  status: 'active',
  maySend: true,
  name: 'Anna',
  apartment: '1201',
};
const A: Kiosk = {
  id: 'k',
  place: 'Trapphus A',
  pairedAt: '2026-11-20T17:00:00.000Z',
  connected: true,
  sound: 'on',
};
let displays: Kiosk[];

const nothing = () => new Response(null, { status: 204 });
const focused = () => document.activeElement?.textContent;

beforeEach(async () => {
  await signInAs();
  displays = [];
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships: [membership], demo: false } });
  selectBuilding('b');
  serve({
    'GET /buildings/b/kiosks': () => ok({ items: displays, next: null }),
    'POST /buildings/b/kiosks': () => ok((displays = [A])[0]),
    'PATCH /buildings/b/kiosks/k': () => ((displays = [{ ...A, place: 'Trapphus B' }]), nothing()),
    'DELETE /buildings/b/kiosks/k': () => ((displays = []), nothing()),
  });
  render(
    <MemoryRouter initialEntries={['/building/displays']}>
      <DisplaysPage />
    </MemoryRouter>,
  );
});

it('keeps the focus where a pressed button went away', async () => {
  await screen.findByText('Inga skärmar än.');
  fireEvent.change(screen.getByLabelText('Kod på skärmen'), { target: { value: '482 913' } });
  fireEvent.change(screen.getByLabelText('Plats'), { target: { value: 'Trapphus A' } });
  fireEvent.click(screen.getByRole('button', { name: 'Koppla' }));
  await screen.findByText('Ansluten · Ljud på');
  expect(focused()).toBe('Koppla en skärm');

  fireEvent.click(screen.getByRole('button', { name: /^Byt plats för/ }));
  const [place] = screen.getAllByLabelText('Plats');
  expect(document.activeElement).toBe(place);
  fireEvent.change(place!, { target: { value: 'Trapphus B' } });
  fireEvent.click(screen.getByRole('button', { name: 'Spara' }));
  await screen.findByRole('button', { name: /^Byt plats för .*Trapphus B/ });
  expect(focused()).toContain('Trapphus B');

  fireEvent.click(screen.getByRole('button', { name: /^Koppla från/ }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Koppla från' }));
  await screen.findByText('Inga skärmar än.');
  expect(focused()).toBe('Koppla en skärm');
});
