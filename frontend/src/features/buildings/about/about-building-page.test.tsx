import type { Membership } from '@contract/http';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, ok, serve, signInAs } from '../../../testing/server.js';
import { Toasts } from '../../../ui/toasts.js';
import AboutBuildingPage from './about-building-page.js';

const building = { id: 'b1', name: 'BRF Storgatan', address: 'Storgatan 12, Umeå' };
const membership: Membership = {
  id: 'm1',
  building,
  role: 'manager',
  status: 'active',
  maySend: true,
  name: 'Anna',
  apartment: '1001',
};

it('saves name, address and note, and sends nothing that the server would refuse', async () => {
  await signInAs();
  const me = { user: ANNA, memberships: [membership], demo: false };
  useMe.setState({ status: 'ready', me });
  const asked = serve({
    'GET /buildings/b1': () => ok({ ...building, homes: 0 }),
    'GET /buildings/b1/members': () => ok({ items: [], next: null }),
    'PATCH /buildings/b1': () => ok({ ...building, homes: 0 }),
    'GET /auth/me': () => ok(me),
  });
  render(
    <MemoryRouter initialEntries={['/building/about']}>
      <AboutBuildingPage />
      <Toasts />
    </MemoryRouter>,
  );
  const note = 'Gasen stängs av i källaren.';
  fireEvent.change(await screen.findByLabelText('Till räddningstjänsten (valfritt)'), {
    target: { value: note },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Spara' }));
  await screen.findByText('Uppgifterna är sparade');
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({
    name: building.name,
    address: building.address,
    rescueNote: note,
  });
});
