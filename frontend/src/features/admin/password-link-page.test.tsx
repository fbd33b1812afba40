import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { useMe } from '../../lib/session/me.js';
import { ADMIN, ANNA, ok, refuse, serve, signInAs, unreachable } from '../../testing/server.js';
import { Toasts, useToasts } from '../../ui/toasts.js';
import PasswordLinkPage from './password-link-page.js';

const MAKE = 'POST /admin/reset-links';
const URL = 'http://localhost:3000/reset#Yk3s9vLQ2kq0sZp1xq7m2A';
const made = () => ok({ url: URL, expiresAt: '2026-11-22T13:05:00.000Z' }, 201);
const meOf = (user: object) => () => ok({ user, memberships: [], demo: false });
const ME = { 'GET /auth/me': meOf(ADMIN) };

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs(ADMIN);
  useMe.setState({ status: 'loading', me: undefined });
});

const open = () =>
  render(
    <MemoryRouter initialEntries={['/admin/passwords']}>
      <Routes>
        <Route path="/admin/passwords" element={<PasswordLinkPage />} />
        <Route path="/" element={<p>Startsidan</p>} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  );
const ask = async (email: string) => {
  fireEvent.change(await screen.findByLabelText('E-post'), { target: { value: email } });
  fireEvent.click(screen.getByRole('button', { name: 'Skapa engångslänk' }));
};
const alertText = async () => (await screen.findByRole('alert')).textContent;

it('shows the link with its expiry, selected and ready to be copied', async () => {
  const asked = serve({ ...ME, [MAKE]: made });
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  open();
  await ask(' karl@resq.example ');
  const link = await screen.findByLabelText<HTMLInputElement>('Engångslänk till karl@resq.example');
  expect([link.value, link.readOnly, document.activeElement]).toEqual([URL, true, link]);
  expect([link.selectionStart, link.selectionEnd]).toEqual([0, URL.length]);
  screen.getByText(/^Gäller till 22 november 2026 kl\. 14\.05, en gång\./);
  expect(asked.at(-1)?.body).toEqual({ email: 'karl@resq.example' });
  fireEvent.click(screen.getByRole('button', { name: 'Kopiera' }));
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('Kopierad!Länken har kopierats'),
  );
  expect(writeText).toHaveBeenCalledWith(URL);
});

it('reports an unknown account at the field, and hides an older link', async () => {
  serve({ ...ME, [MAKE]: made });
  open();
  await ask('karl@resq.example');
  await screen.findByLabelText(/Engångslänk/);
  const message = 'Det finns inget konto med den adressen.';
  serve({ ...ME, [MAKE]: () => refuse(404, 'account.not_found', message, { email: message }) });
  await ask('ingen@resq.example');
  await screen.findByText(message);
  expect(document.activeElement).toBe(screen.getByLabelText('E-post'));
  expect(screen.queryByLabelText(/Engångslänk/)).toBeNull();
});

it('sends no request for an invalid address', async () => {
  const asked = serve(ME);
  open();
  await ask('nej');
  await screen.findByText('Ogiltig e-postadress');
  expect(asked.map(({ path }) => path)).toEqual(['/auth/me']);
});

it('shows a failure when the server cannot be reached', async () => {
  serve({ ...ME, [MAKE]: unreachable });
  open();
  await ask('karl@resq.example');
  expect(await alertText()).toBe('Kunde inte skapa länkenFörsök igen senare');
});

it.each([
  ['a user without the role', { 'GET /auth/me': meOf(ANNA) }, false],
  [
    'a user whose role was removed meanwhile',
    { ...ME, [MAKE]: () => refuse(403, 'auth.admin_required', 'x') },
    true,
  ],
])('sends %s away with a message', async (_, answers, asking) => {
  serve(answers);
  open();
  if (asking) await ask('karl@resq.example');
  await screen.findByText('Startsidan');
  expect(await alertText()).toBe('Ingen åtkomstDu har inte administratörsrättigheter');
});
