import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ADMIN, ANNA, signInAs } from '../../testing/server.js';
import { SignedInMenu } from './signed-in-shell.js';

it.each([
  [
    'an administrator',
    ADMIN,
    ['Larmpanel', 'Profil', 'Åtkomstkoder', 'Lösenordslänk', 'Händelser'],
  ],
  ['other users', ANNA, ['Larmpanel', 'Profil']],
])('shows %s the links to the pages that they may open', async (_, user, names) => {
  await signInAs(user);
  render(
    <MemoryRouter>
      <SignedInMenu />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(names);
});
