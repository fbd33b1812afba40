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
const links = () => screen.queryAllByRole('link').map((one) => one.getAttribute('href'));

it('leads to the changed texts until the person closes it, which the server records', async () => {
  const asked = serve({ 'POST /auth/me/texts-read': nothing });
  show(true);
  expect(links()).toEqual(['/terms', '/privacy']);
  fireEvent.click(screen.getByRole('button', { name: 'Stäng' }));
  expect(links()).toEqual([]);
  await waitFor(() => expect(asked).toHaveLength(1));
});

it('is not shown to a person who accepted the present texts', () => {
  show();
  expect(links()).toEqual([]);
});
