import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { AccessCode } from '@contract/http';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ADMIN, nothing, ok, serve, signInAs, unreachable } from '../../../testing/server.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import CodesPage from './codes-page.js';

/** Covers long lists: the search, the mark of a new code, and the focus after each change. */

const NAMES = ['Maja', 'Erik', 'Fatima', 'Lars', 'Ingrid', 'Nils', 'Olga', 'Pia', 'Rut'];
const MANY: AccessCode[] = NAMES.map((name, index) => ({
  id: `c${index}`,
  code: `CODE-000${index}`,
  name,
  email: `${name.toLowerCase()}@exempel.se`,
  company: null,
  maxUses: null,
  useCount: index === 0 ? 1 : 0,
  createdAt: '2026-11-01T10:00:00.000Z',
  usedAt: index === 0 ? '2026-11-03T13:05:00.000Z' : null,
}));
const ME = { 'GET /auth/me': () => ok({ user: ADMIN, memberships: [], demo: false }) };

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs(ADMIN);
  useMe.setState({ status: 'loading', me: undefined });
});

async function open(codes = MANY, answers = {}) {
  let listed = codes;
  const asked = serve({ ...ME, 'GET /admin/codes': () => ok(listed), ...answers });
  render(
    <MemoryRouter>
      <CodesPage />
      <Toasts />
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { name: 'Alla koder' });
  await screen.findByText(codes.length > 0 ? codes[0]!.code : 'Inga koder än. Skapa den första.');
  return { asked, nowListed: (codes: AccessCode[]) => (listed = codes) };
}
const listed = () => screen.queryAllByRole('rowheader').map((one) => one.textContent);
const search = (text: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText('Sök'), { target: { value: text } });
    await Promise.resolve();
  });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const focused = () => document.activeElement?.getAttribute('aria-label');

describe('the search', () => {
  it('is absent for up to eight codes', async () => {
    await open(MANY.slice(0, 8));
    screen.getByText('8 koder');
    expect(screen.queryByLabelText('Sök')).toBeNull();
  });

  it('shows the matching codes and their number', async () => {
    await open();
    screen.getByText('9 koder');
    await search('maja');
    expect(listed()).toEqual(['CODE-0000']);
    expect(screen.getByText('Visar 1 av 9 koder').getAttribute('role')).toBe('status');
  });

  it('shows when nothing matches, and restores the list with the focus in the field', async () => {
    await open();
    await search('xyz');
    expect(listed()).toEqual([]);
    screen.getByText('Ingen kod matchar ”xyz”.');
    await press('Visa alla');
    expect(listed()).toHaveLength(9);
    expect(document.activeElement).toBe(screen.getByLabelText('Sök'));
  });
});

describe('a new code', () => {
  const made: AccessCode = { ...MANY[1]!, id: 'new', code: 'NEWW-0001', name: null, email: null };
  const answers = {
    'POST /admin/codes/generate': () => ok({ code: made.code }),
    'POST /admin/codes': () => ok(made, 201),
  };

  it('comes first and marked, with its copy button focused, despite a search', async () => {
    const { nowListed } = await open(MANY, answers);
    await search('maja');
    nowListed([made, ...MANY]);
    await press('Generera kod');
    await screen.findByText('Ny');
    expect(listed().slice(0, 2)).toEqual(['NEWW-0001', 'CODE-0000']);
    within(screen.getByRole('row', { name: /NEWW-0001/ })).getByText('Ny');
    await waitFor(() => expect(focused()).toBe('Kopiera koden NEWW-0001'));
    await screen.findByText('10 koder');
    screen.getByLabelText('Sök').focus();
    await search('maja');
    await search('');
    expect(listed()).toHaveLength(10);
    expect(document.activeElement).toBe(screen.getByLabelText('Sök'));
  });

  it('is listed even when the list cannot be loaded again', async () => {
    let first = true;
    const once = () => {
      if (!first) return unreachable();
      first = false;
      return ok(MANY);
    };
    await open(MANY, { ...answers, 'GET /admin/codes': once });
    await press('Generera kod');
    await screen.findByText('Kunde inte ladda åtkomstkoder');
    expect(listed()[0]).toBe('NEWW-0001');
  });

  it('keeps the typed text when it cannot be created', async () => {
    await open(MANY, { ...answers, 'POST /admin/codes': unreachable });
    const name = screen.getByLabelText<HTMLInputElement>('Namn (valfritt)');
    fireEvent.change(name, { target: { value: 'Maja' } });
    await press('Generera kod');
    await screen.findByText('Kunde inte skapa åtkomstkod');
    expect(name.value).toBe('Maja');
  });
});

describe('the focus after a deletion', () => {
  const remove = async (code: string) => {
    const button = await screen.findByRole('button', { name: `Ta bort koden ${code}` });
    button.focus();
    fireEvent.click(button);
    await press('Ta bort');
    await waitFor(() => expect(listed()).not.toContain(code));
  };
  const answers = Object.fromEntries(
    MANY.map(({ id }) => [`DELETE /admin/codes/${id}`, nothing] as const),
  );

  it.each([
    ['the next code', 'CODE-0001', 'Ta bort koden CODE-0002'],
    ['the previous code at the end of the list', 'CODE-0008', 'Ta bort koden CODE-0007'],
  ])('moves to %s', async (_, code, next) => {
    await open(MANY, answers);
    await remove(code);
    await waitFor(() => expect(focused()).toBe(next));
  });

  it('moves to the heading when no code is left', async () => {
    await open(MANY.slice(0, 1), answers);
    await remove('CODE-0000');
    const heading = screen.getByRole('heading', { name: 'Alla koder' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    screen.getByText('Inga koder än. Skapa den första.');
  });
});

it('shows the exact time of the last use', async () => {
  await open();
  const time = screen.getByText('Använd 1 gång · senast 3 november');
  expect(time.getAttribute('datetime')).toBe('2026-11-03T13:05:00.000Z');
  expect(time.title).toBe('3 november 2026 kl.\u00a014.05');
});

it('loads the list again after a failure, and moves the focus to its heading', async () => {
  serve({ ...ME, 'GET /admin/codes': unreachable });
  render(
    <MemoryRouter>
      <CodesPage />
    </MemoryRouter>,
  );
  await screen.findByText('Kunde inte ladda åtkomstkoder');
  serve({ ...ME, 'GET /admin/codes': () => ok(MANY) });
  await press('Försök igen');
  await screen.findByText('9 koder');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Alla koder' }));
});
