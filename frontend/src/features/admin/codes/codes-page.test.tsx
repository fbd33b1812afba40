import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { AccessCode } from '@contract/http';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import {
  ADMIN,
  ANNA,
  nothing,
  ok,
  refuse,
  serve,
  signInAs,
  unreachable,
} from '../../../testing/server.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import CodesPage from './codes-page.js';

const code = (change: Partial<AccessCode> = {}): AccessCode => ({
  id: 'c1',
  code: 'ABCD-1234',
  name: null,
  email: null,
  company: null,
  maxUses: null,
  useCount: 0,
  createdAt: '2026-11-01T10:00:00.000Z',
  usedAt: null,
  ...change,
});
const meOf = (user: object) => () => ok({ user, memberships: [], demo: false });
const ME = { 'GET /auth/me': meOf(ADMIN) };
const LIST = { 'GET /admin/codes': () => ok([code()]) };

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs(ADMIN);
  useMe.setState({ status: 'loading', me: undefined });
});

const open = () =>
  render(
    <MemoryRouter initialEntries={['/admin/codes']}>
      <Routes>
        <Route path="/admin/codes" element={<CodesPage />} />
        <Route path="/" element={<p>Startsidan</p>} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  );
const toasted = (role: string, text: string) =>
  waitFor(() => expect(screen.getAllByRole(role).map((one) => one.textContent)).toContain(text));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('says that these are the invitation codes of the start page, and open no building', async () => {
  serve({ ...ME, ...LIST });
  open();
  await screen.findByText(
    'Samma sak som inbjudningskoden på startsidan. Koden öppnar demon, men inget hus.',
  );
});

describe('the access to the page', () => {
  it('shows that the role is being checked, and lists nothing before', async () => {
    serve({ ...ME, ...LIST });
    open();
    screen.getByText('Kontrollerar behörighet …');
    expect(screen.queryByRole('table')).toBeNull();
    await screen.findByRole('table');
  });

  it('sends a user without the role away with a message', async () => {
    const asked = serve({ 'GET /auth/me': meOf(ANNA) });
    open();
    await screen.findByText('Startsidan');
    expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual([
      'Ingen åtkomstDu har inte administratörsrättigheter',
    ]);
    expect(asked.some(({ path }) => path.startsWith('/admin'))).toBe(false);
  });

  const wasNoAdmin = () =>
    useMe.setState({ status: 'ready', me: { user: ANNA, memberships: [], demo: false } });

  it('lets a user in who has become an administrator since the last answer', async () => {
    wasNoAdmin();
    serve({ ...ME, ...LIST });
    open();
    screen.getByText('Kontrollerar behörighet …');
    await screen.findByRole('table');
    expect(useToasts.getState().toasts).toEqual([]);
  });

  it('says that it could not check the role, and checks it again, instead of deciding by an old one', async () => {
    wasNoAdmin();
    serve({ 'GET /auth/me': unreachable });
    open();
    await screen.findByText('Behörigheten kunde inte kontrolleras.');
    serve({ ...ME, ...LIST });
    await press('Försök igen');
    await screen.findByRole('table');
    expect(useToasts.getState().toasts).toEqual([]);
  });

  it('sends a user away whose role was removed meanwhile', async () => {
    serve({
      ...ME,
      'GET /admin/codes': () =>
        refuse(403, 'auth.admin_required', 'Du har inte administratörsrättigheter'),
    });
    open();
    await screen.findByText('Startsidan');
    await toasted('alert', 'Ingen åtkomstDu har inte administratörsrättigheter');
  });
});

describe('two-step sign-in', () => {
  it('is where an administrator is led who needs it, before any request', async () => {
    const me = { user: ADMIN, memberships: [], demo: false, secondFactorMissing: true };
    const asked = serve({ 'GET /auth/me': () => ok(me) });
    open();
    await screen.findByText(/^Administratörer behöver tvåstegsverifiering/);
    const link = screen.getByRole('link', { name: 'Till profilen' });
    expect(link.getAttribute('href')).toBe('/app/profile#tvastegsverifiering');
    expect(asked.some(({ path }) => path.startsWith('/admin'))).toBe(false);
  });

  it('keeps the user on the page when no code was given for a change', async () => {
    const message = 'Bekräfta med en kod för att fortsätta.';
    serve({
      ...ME,
      ...LIST,
      'POST /admin/codes/generate': () => ok({ code: 'ABCD-2345' }),
      'POST /admin/codes': () => refuse(403, 'second_factor.confirmation_required', message),
    });
    open();
    await press('Generera kod');
    await toasted('alert', `Kunde inte skapa åtkomstkod${message}`);
    screen.getByRole('table');
  });
});

describe('the list', () => {
  it('marks the used codes, and only those', async () => {
    const used = code({ id: 'c2', code: 'USED-0001', useCount: 3, usedAt: '2026-11-03T10:00:00Z' });
    serve({ ...ME, 'GET /admin/codes': () => ok([used, code()]) });
    open();
    const row = within(await screen.findByRole('row', { name: /USED-0001/ }));
    row.getByText('Aktiv');
    row.getByText('Använd 3 gånger · senast 3 november');
    const unused = within(screen.getByRole('row', { name: /ABCD-1234/ }));
    unused.getByText('Inte använd');
    expect(unused.queryByText('Aktiv')).toBeNull();
  });

  it('shows a failed load, and loads again on request', async () => {
    serve({ ...ME, 'GET /admin/codes': unreachable });
    open();
    await toasted('alert', 'Kunde inte ladda åtkomstkoderFörsök igen senare');
    serve({ ...ME, ...LIST });
    await press('Uppdatera');
    await screen.findByText('ABCD-1234');
  });
});

describe('a new code', () => {
  const MAKE = { 'POST /admin/codes/generate': () => ok({ code: 'NEWW-0001' }) };

  it('is generated and saved for its receiver with one button', async () => {
    const asked = serve({
      ...ME,
      ...LIST,
      ...MAKE,
      'POST /admin/codes': () => ok(code({ id: 'c9', code: 'NEWW-0001' }), 201),
    });
    open();
    fireEvent.change(await screen.findByLabelText('Namn (valfritt)'), {
      target: { value: ' Maja ' },
    });
    await press('Generera kod');
    await toasted('status', 'Kod skapad!NEWW-0001');
    expect(asked.find(({ method, path }) => method + path === 'POST/admin/codes')?.body).toEqual({
      code: 'NEWW-0001',
      name: 'Maja',
    });
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Namn (valfritt)').value).toBe(''),
    );
    expect(asked.at(-1)).toMatchObject({ method: 'GET', path: '/admin/codes' });
  });

  it.each([
    ['generated', { 'POST /admin/codes/generate': unreachable }, 'Kunde inte generera kod'],
    ['created', { ...MAKE, 'POST /admin/codes': unreachable }, 'Kunde inte skapa åtkomstkod'],
  ])('shows that it could not be %s', async (_, answers, title) => {
    serve({ ...ME, ...LIST, ...answers });
    open();
    const name = await screen.findByLabelText<HTMLInputElement>('Namn (valfritt)');
    fireEvent.change(name, { target: { value: 'Anna Berg' } });
    await press('Generera kod');
    await toasted('alert', `${title}Försök igen senare`);
    expect(name.value).toBe('Anna Berg');
  });

  it.each([
    ['Namn (valfritt)', 'A'.repeat(101), 'Namnet får max vara 100 tecken'],
    ['E-post (valfritt)', 'maja', 'Ogiltig e-postadress'],
    ['E-post (valfritt)', `${'a'.repeat(251)}@b.se`, 'E-postadressen får max vara 255 tecken'],
    ['Företag (valfritt)', 'A'.repeat(201), 'Företaget får max vara 200 tecken'],
  ])('is not created with an invalid %s', async (label, value, message) => {
    const asked = serve({ ...ME, ...LIST });
    open();
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await press('Generera kod');
    await toasted('alert', `Valideringsfel${message}`);
    // The field is marked one render after the toast appears.
    const field = screen.getByLabelText(label);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  });
});

describe('a code', () => {
  it('is deleted only after a confirmation, whose focus is on cancel', async () => {
    const asked = serve({ ...ME, ...LIST, 'DELETE /admin/codes/c1': nothing });
    open();
    await press('Ta bort koden ABCD-1234');
    screen.getByText('Ta bort koden ABCD-1234?');
    expect(document.activeElement?.textContent).toBe('Avbryt');
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    await press('Ta bort');
    await toasted('status', 'BorttagenÅtkomstkoden har tagits bort');
    expect(screen.queryByText('ABCD-1234')).toBeNull();
  });

  it('stays when the deletion is cancelled', async () => {
    const asked = serve({ ...ME, ...LIST });
    open();
    await press('Ta bort koden ABCD-1234');
    await press('Avbryt');
    await waitFor(() => expect(screen.queryByText('Ta bort koden ABCD-1234?')).toBeNull());
    screen.getByText('ABCD-1234');
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('stays when it cannot be deleted', async () => {
    serve({ ...ME, ...LIST, 'DELETE /admin/codes/c1': unreachable });
    open();
    await press('Ta bort koden ABCD-1234');
    await press('Ta bort');
    await toasted('alert', 'Kunde inte ta bort kodFörsök igen senare');
    screen.getByText('ABCD-1234');

    serve({ ...ME, 'DELETE /admin/codes/c1': nothing });
    await press('Ta bort koden ABCD-1234');
    await press('Ta bort');
    await toasted('status', 'BorttagenÅtkomstkoden har tagits bort');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is copied to the clipboard', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    serve({ ...ME, ...LIST });
    open();
    await press('Kopiera koden ABCD-1234');
    await toasted('status', 'Kopierad!Koden ABCD-1234 har kopierats');
    expect(writeText).toHaveBeenCalledWith('ABCD-1234');
  });

  it('shows how to copy it by hand without a clipboard, as over plain HTTP', async () => {
    vi.stubGlobal('navigator', {});
    serve({ ...ME, ...LIST });
    open();
    await press('Kopiera koden ABCD-1234');
    await toasted('alert', 'Kunde inte kopiera kodenMarkera koden och kopiera den själv.');
  });
});
