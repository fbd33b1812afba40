import type { AdministeredBuilding } from '@contract/http';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ADMIN, nothing, ok, refuse, serve, signInAs } from '../../../testing/server.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import BuildingsPage from './buildings-page.js';

const LINDEN: AdministeredBuilding = {
  id: 'linden',
  name: 'BRF Linden',
  address: 'Lindvägen 1, Umeå',
  createdAt: '2026-11-03T13:05:22.700Z',
  homes: 14,
  homesReady: 11,
  members: 23,
  managers: 1,
  exercisedAt: '2026-09-07T16:00:00.000Z',
  sharesAddress: true,
};
const LIST = 'GET /admin/buildings';
const page = (...items: AdministeredBuilding[]) => ok({ items, next: null });

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs(ADMIN);
  useMe.setState({ status: 'loading', me: undefined });
});

function open(answers: Parameters<typeof serve>[0]) {
  const asked = serve({
    'GET /auth/me': () => ok({ user: ADMIN, memberships: [], demo: false }),
    [LIST]: () => page(LINDEN),
    ...answers,
  });
  render(
    <MemoryRouter>
      <main>
        <BuildingsPage />
      </main>
      <Toasts />
    </MemoryRouter>,
  );
  return asked;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('shows each building with its homes, members and last exercise', async () => {
  open({});
  const cells = within((await screen.findAllByRole('row'))[1]!);
  for (const text of [
    'BRF Linden',
    'Lindvägen 1, Umeå',
    'Samma adress finns två gånger.',
    '14 · 11 redo',
    '23 · 1 ansvarig',
    '7 september 2026',
  ]) {
    expect(cells.getByText(text)).toBeTruthy();
  }
});

it('creates a building, and shows its link once', async () => {
  const url = 'http://localhost/join#token';
  const expiresAt = '2027-01-03T13:05:22.700Z';
  const asked = open({
    'POST /admin/buildings': () => ok({ ...LINDEN, invitation: { id: 'i', url, expiresAt } }, 201),
  });
  await screen.findByText('BRF Linden');
  type('Husets namn', 'BRF Linden');
  type('Adress', 'Lindvägen 1, Umeå');
  await press('Skapa hus');
  expect(await screen.findByDisplayValue(url)).toBe(document.activeElement);
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'BRF Linden',
    address: 'Lindvägen 1, Umeå',
  });
  expect(asked.filter(({ path }) => path === '/admin/buildings').length).toBe(3);
});

it('makes a link where the board is gone', async () => {
  const url = 'http://localhost/join#other';
  const asked = open({
    'POST /buildings/linden/invitations': () =>
      ok({ id: 'i', url, expiresAt: '2027-01-03T13:05:22.700Z' }, 201),
  });
  await press('Länk till ny ansvarig: \u2068BRF Linden\u2069');
  expect(await screen.findByDisplayValue(url)).toBeTruthy();
  expect(asked.at(-1)?.body).toEqual({ kind: 'personal', role: 'manager' });
});

it('closes a building only by its name', async () => {
  const asked = open({ 'DELETE /admin/buildings/linden': nothing });
  const closings = () => asked.filter(({ method }) => method === 'DELETE');
  await press('Stäng huset: \u2068BRF Linden\u2069');
  await press('Stäng huset');
  expect(await screen.findByText('Det är inte husets namn.')).toBeTruthy();
  expect(closings()).toEqual([]);
  type('Skriv husets namn', 'BRF Linden ');
  await press('Stäng huset');
  expect(await screen.findByText('Huset är stängt')).toBeTruthy();
  expect(closings()).toHaveLength(1);
});

it('gives the focus to the heading of the page when a closed building goes', async () => {
  const closing = 'Stäng huset: \u2068BRF Linden\u2069';
  open({ 'DELETE /admin/buildings/linden': nothing });
  await press(closing);
  type('Skriv husets namn', 'BRF Linden');
  serve({ 'DELETE /admin/buildings/linden': nothing, [LIST]: () => page() });
  await press('Stäng huset');
  // A browser does so when the dialog closes.
  screen.getByRole('button', { name: closing }).focus();
  await screen.findByText('Inga hus än.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it('says why a building cannot be closed', async () => {
  const text = 'Ett larm pågår i huset. Stäng huset när larmet är avslutat.';
  open({
    'DELETE /admin/buildings/linden': () => refuse(409, 'building.alarm_ongoing', text),
  });
  await press('Stäng huset: \u2068BRF Linden\u2069');
  type('Skriv husets namn', 'BRF Linden');
  await press('Stäng huset');
  expect(await screen.findByText(text)).toBeTruthy();
});

it('searches by name and address', async () => {
  const asked = open({ 'GET /admin/buildings?q=Storgatan+9': () => page() });
  await screen.findByText('BRF Linden');
  type('Sök namn eller adress', ' Storgatan 9 ');
  const field = screen.getByRole('searchbox');
  field.focus();
  fireEvent.submit(field.closest('form')!);
  expect(await screen.findByText(/Ingen träff/)).toBeTruthy();
  expect(document.activeElement).toBe(field);
  screen.getByRole('button', { name: 'Sök' }).focus();
  await press('Visa alla');
  expect(await screen.findByText('BRF Linden')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', '');
  await waitFor(() =>
    expect(asked.filter(({ path }) => path === '/admin/buildings').length).toBe(2),
  );
});

it('searches for no text that is too long', async () => {
  const asked = open({});
  await screen.findByText('BRF Linden');
  const field = screen.getByLabelText<HTMLInputElement>('Sök namn eller adress');
  expect(field.form?.noValidate).toBe(true);
  const { length } = asked;
  type('Sök namn eller adress', 'x'.repeat(101));
  await press('Sök');
  await screen.findByText('Sökningen får max vara 100 tecken');
  expect([field.value.length, asked.length]).toEqual([101, length]);
});
