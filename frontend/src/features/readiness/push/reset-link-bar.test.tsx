import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, ok, serve, signInAs } from '../../../testing/server.js';
import { whole } from '../../../testing/whole-text.js';
import { ResetLinkBar } from './reset-link-bar.js';

const setLink = (madeBy?: string) => {
  const resetLink = { ...(madeBy && { madeBy }), expiresAt: '2026-11-23T13:05:00.000Z' };
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships: [], resetLink, demo: false } });
};

beforeEach(async () => {
  await signInAs();
  serve({ 'GET /auth/me': () => ok({ user: ANNA, memberships: [], demo: false }) });
});

it('names who made a link to a new password, and leads to the profile', async () => {
  render(
    <MemoryRouter>
      <ResetLinkBar />
    </MemoryRouter>,
  );
  act(() => setLink('Karl Ek'));
  await screen.findByText(
    whole('Karl Ek har skapat en länk till ett nytt lösenord för ditt konto.'),
  );
  expect(screen.getByRole('link', { name: 'Visa' }).getAttribute('href')).toBe('/app/profile');
  act(() => setLink());
  screen.getByText(/^En administratör har skapat en länk/);
  act(() => useMe.setState({ me: { user: ANNA, memberships: [], demo: false } }));
  expect(screen.queryByText(/har skapat en länk/)).toBeNull();
});
