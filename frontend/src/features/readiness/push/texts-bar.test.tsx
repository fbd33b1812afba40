import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, nothing, serve } from '../../../testing/server.js';
import { TextsBar } from './texts-bar.js';

const show = (textsChanged?: true) => {
  useMe.setState({
    status: 'ready',
    me: { user: ANNA, memberships: [], demo: false, ...(textsChanged && { textsChanged }) },
  });
  render(
    <MemoryRouter>
      <TextsBar />
    </MemoryRouter>,
  );
};
const text = () => screen.queryByText('Villkor och integritetspolicy är ändrade.');

it('leads to the changed texts until the person opens them, which the server records', async () => {
  const asked = serve({ 'POST /auth/me/texts-read': nothing });
  show(true);
  expect(text()).toBeTruthy();
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole('link', { name: 'Läs' }));
  await waitFor(() => expect(text()).toBeNull());
  expect(asked).toHaveLength(1);
});

it('is not shown to a person who accepted the present texts', () => {
  show();
  expect(text()).toBeNull();
});
