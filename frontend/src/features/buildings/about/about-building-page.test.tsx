import type { Membership } from '@contract/http';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
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

it('saves only what was changed, so that an old tab takes back nothing of another manager', async () => {
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
  const changes = () => asked.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []));
  expect(changes()).toEqual([{ rescueNote: note }]);

  // The next change begins from the saved texts.
  const change = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  change('Till räddningstjänsten (valfritt)', '');
  change('Husets namn', ' BRF Nya namnet ');
  fireEvent.click(screen.getByRole('button', { name: 'Spara' }));
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes()[1]).toEqual({ name: 'BRF Nya namnet', rescueNote: '' });
});
