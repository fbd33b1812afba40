import type { Me, SignInSession } from '@contract/http';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';
import {
  ADMIN,
  ANNA,
  nothing,
  ok,
  refuse,
  serve,
  signInAs,
  unreachable,
} from '../../testing/server.js';
import { Toasts, useToasts } from '../../ui/toasts.js';
import CloseAccountPage, { AccountClosed } from './close-account-page.js';
import ProfilePage from './profile-page.js';
import { whole } from '../../testing/whole-text.js';

const building = { id: 'h1', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' };
const ME: Me = {
  user: ANNA,
  memberships: [
    {
      id: 'm1',
      building,
      role: 'resident',
      status: 'active',
      maySend: true,
      name: 'Anna Berg',
      apartment: '1201',
      entrance: 'B',
    },
  ],
  demo: false,
};
const session = (id: string, label: string | null, current = false): SignInSession => ({
  id,
  label,
  current,
  createdAt: '2026-11-03T13:05:00.000Z',
  expiresAt: '2026-12-03T13:05:00.000Z',
});
const SESSIONS = [session('s1', 'Chrome på Windows', true), session('s2', 'Safari på iPhone')];
const KNOWN = {
  'GET /devices': () => ok({ items: [], next: null }),
  'GET /auth/sessions': () => ok(SESSIONS),
  'GET /auth/me': () => ok(ME),
};

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
  useMe.setState({ status: 'ready', me: ME });
});

async function open(answers = {}) {
  const asked = serve({ ...KNOWN, ...answers });
  render(
    <MemoryRouter>
      <ProfilePage readiness="Redo" />
      <Toasts />
    </MemoryRouter>,
  );
  await within(section('Inloggningar')).findByText('Den här webbläsaren');
  return asked;
}
const section = (name: string) => screen.getByRole('region', { name });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const dialog = () => within(screen.getByRole('dialog'));
const answer = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));

describe('a new home', () => {
  const requestedHome = { apartment: '1202' };

  it('waits for a manager, and the page shows which one alarms show', async () => {
    const waiting = { ...ME.memberships[0]!, requestedHome };
    await open({
      'PATCH /memberships/m1': () => ok(waiting),
      'GET /auth/me': () => ok({ ...ME, memberships: [waiting] }),
    });
    type('Lägenhetsnummer', '1202');
    screen.getByText(
      whole(
        'Styrelsen måste godkänna en ny lägenhet. Till dess visas lägenhet 1201, uppgång B vid larm.',
      ),
    );
    type('Uppgång (valfritt)', '');
    press('Spara');
    await screen.findByText('Den nya lägenheten väntar på styrelsens godkännande.');
    await screen.findByText(
      whole(
        'Lägenhet 1202 väntar på styrelsens godkännande. Vid larm visas lägenhet 1201, uppgång B.',
      ),
    );
  });

  it('shows at its field why it cannot be changed during the user’s own alarm', async () => {
    const frozen = 'Namn och lägenhet kan inte ändras förrän larmet är avslutat.';
    const name = 'Namnet kan inte ändras förrän larmet är avslutat';
    const refusal = () => refuse(409, 'membership.home_frozen', frozen, { name });
    await open({ 'PATCH /memberships/m1': refusal });
    type('Namn', 'Karl Ek');
    press('Spara');
    await screen.findByText(name);
    expect(document.activeElement).toBe(screen.getByLabelText('Namn'));
    expect(screen.queryByText('Ett fel uppstod')).toBeNull();
  });

  it('of a manager needs no confirmation', async () => {
    useMe.setState({ me: { ...ME, memberships: [{ ...ME.memberships[0]!, role: 'manager' }] } });
    await open();
    type('Lägenhetsnummer', '1202');
    expect(screen.queryByText(/Styrelsen godkänner/)).toBeNull();
  });
});

describe('sign-ins', () => {
  it('are ended one by one, after a confirmation', async () => {
    const asked = await open({ 'DELETE /auth/sessions/s2': nothing });
    press(/^Logga ut Safari på iPhone/);
    dialog().getByText('Logga ut Safari på iPhone?');
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    answer('Logga ut');
    await screen.findByText('Utloggad');
    expect(screen.queryByText('Safari på iPhone')).toBeNull();
    expect(useSession.getState().status).toBe('signed_in');
  });

  it('are ended everywhere only when the server confirms it', async () => {
    await open({ 'POST /auth/sign-out': unreachable });
    press('Logga ut överallt');
    answer('Logga ut överallt');
    await screen.findByText('Kunde inte logga ut överallt');
    expect(useSession.getState().status).toBe('signed_in');
    const asked = serve({ ...KNOWN, 'POST /auth/sign-out': nothing });
    press('Logga ut överallt');
    answer('Logga ut överallt');
    await waitFor(() => expect(useSession.getState().status).toBe('signed_out'));
    expect(asked.at(-1)?.body).toEqual({ everywhere: true });
  });
});

describe('a new password', () => {
  it('shows when the current one is wrong, and is saved with the right one', async () => {
    const words = 'Det nuvarande lösenordet stämmer inte.';
    const refused = () => refuse(403, 'auth.wrong_password', words, { current: words });
    await open({ 'POST /auth/password': refused });
    type('Nuvarande lösenord', 'hemligt');
    type('Nytt lösenord', 'hemligare');
    press('Byt lösenord');
    await screen.findByText(words);
    const asked = serve({ ...KNOWN, 'POST /auth/password': nothing });
    type('Nuvarande lösenord', 'hemligast');
    press('Byt lösenord');
    await screen.findByText('Lösenordet är bytt');
    expect(asked.at(-1)?.body).toEqual({ current: 'hemligast', password: 'hemligare' });
  });

  it('has at least 15 characters for an administrator', async () => {
    useMe.setState({ me: { ...ME, user: ADMIN } });
    await open();
    type('Nuvarande lösenord', 'hemligt');
    type('Nytt lösenord', 'kort nog att nek');
    type('Nytt lösenord', 'kort nog');
    press('Byt lösenord');
    await screen.findByText('Lösenordet måste vara minst 15 tecken');
  });
});

describe('a link to a new password', () => {
  it('is requested from a manager', async () => {
    const asked = await open({ 'POST /auth/reset-request': nothing });
    press('Be om en engångslänk');
    await screen.findByText('Du har bett om en engångslänk');
    expect(asked.some(({ path }) => path === '/auth/reset-request')).toBe(true);
  });

  it('shows who made it and until when it is valid, and is deleted', async () => {
    const resetLink = { madeBy: 'Karl Ek', expiresAt: '2026-11-23T13:05:00.000Z' };
    useMe.setState({ me: { ...ME, resetLink } });
    const asked = await open({ 'DELETE /auth/reset-link': nothing });
    screen.getByText(
      whole('Karl Ek har skapat en engångslänk till ett nytt lösenord för ditt konto.'),
    );
    screen.getByText(/^Den gäller till 23 november 2026 kl\. 14\.05\./);
    expect(screen.queryByRole('button', { name: 'Be om en engångslänk' })).toBeNull();
    press('Ta bort länken');
    await screen.findByText('Länken är borttagen');
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true);
    await screen.findByRole('button', { name: 'Be om en engångslänk' });
  });
});

it('exports all data as one file, only with the password', async () => {
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made.push(file as Blob);
    return 'blob:x';
  });
  const words = 'Det nuvarande lösenordet stämmer inte.';
  const refused = () => refuse(403, 'auth.wrong_password', words, { password: words });
  const unsent = await open({ 'POST /auth/me/export': refused });
  press('Ladda ner');
  await screen.findByText('Lösenordet måste vara minst 6 tecken');
  expect(unsent.some(({ path }) => path === '/auth/me/export')).toBe(false);
  type('Ditt lösenord', 'fel lösenord');
  press('Ladda ner');
  await screen.findByText(words);
  expect(made).toEqual([]);
  const data = { users: { email: 'anna@resq.example' } };
  const asked = serve({ ...KNOWN, 'POST /auth/me/export': () => ok(data) });
  type('Ditt lösenord', 'demo-storgatan-12');
  press('Ladda ner');
  await waitFor(() => expect(made).toHaveLength(1));
  expect(asked.at(-1)?.body).toEqual({ password: 'demo-storgatan-12' });
  expect(screen.getByLabelText<HTMLInputElement>('Ditt lösenord').value).toBe('');
  expect(JSON.parse(await made[0]!.text())).toEqual({ users: { email: 'anna@resq.example' } });
});

it('leaves the building after a confirmation, unless a new manager is needed first', async () => {
  const words = 'Utse en ny ansvarig först.';
  await open({ 'DELETE /memberships/m1': () => refuse(409, 'building.last_manager', words) });
  press('Lämna Storgatan 12');
  dialog().getByText(whole('Du får inga fler larm från Storgatan 12.'));
  answer('Lämna huset');
  await screen.findByText(words);
  serve({ ...KNOWN, 'DELETE /memberships/m1': nothing });
  press('Lämna Storgatan 12');
  answer('Lämna huset');
  await screen.findByText('Du har lämnat huset');
});

describe('closing the account', () => {
  const openClose = () =>
    render(
      <MemoryRouter>
        <CloseAccountPage />
        <AccountClosed />
        <Toasts />
      </MemoryRouter>,
    );

  it('explains the consequences, and changes nothing with a wrong password', async () => {
    const words = 'Det nuvarande lösenordet stämmer inte.';
    const refused = () => refuse(403, 'auth.wrong_password', words, { password: words });
    serve({ 'POST /auth/me/close': refused });
    openClose();
    screen.getByText('Uppgifterna raderas inom 30 dagar.');
    expect(screen.getByRole('link', { name: 'Behåll kontot' }).getAttribute('href')).toBe(
      '/app/profile',
    );
    type('Lösenord', 'hemligt');
    press('Ta bort kontot');
    await screen.findByText(words);
    expect(useSession.getState().status).toBe('signed_in');
  });

  it('signs out, and shows by when all data are erased', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
    serve({ 'POST /auth/me/close': nothing, 'POST /auth/sign-out': nothing });
    openClose();
    type('Lösenord', 'hemligt');
    press('Ta bort kontot');
    await screen.findByText('Uppgifterna raderas senast 21 december 2026.');
    expect(useSession.getState()).toMatchObject({ status: 'signed_out', left: true });
    expect(localStorage.getItem('resq.session')).toBeNull();
  });
});
