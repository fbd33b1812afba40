import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Member } from '@contract/http';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, refuse, serve, signInAs, unreachable } from '../../../testing/server.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import { Members } from './building-page.js';
import { whole } from '../../../testing/whole-text.js';

const URL = 'http://localhost:3000/reset#Yk3s9vLQ2kq0sZp1xq7m2A';
const LIST = 'GET /buildings/b1/members';
const MAKE = 'POST /buildings/b1/members/karl/reset-link';
const made = () => ok({ url: URL, expiresAt: '2026-11-22T13:05:00.000Z' }, 201);

const member = (id: string, name: string, status: Member['status']): Member => ({
  id,
  name,
  status,
  apartment: '1301',
  role: 'resident',
  maySend: true,
  joinedAt: '2026-11-01T10:00:00.000Z',
  readiness: 'away',
  testedAt: null,
});
const list = () =>
  ok({
    items: [member('nils', 'Nils Ny', 'pending'), member('karl', 'Karl Ek', 'active')],
    next: null,
  });

const BUILDING = { id: 'b1', name: 'BRF Storgatan', address: 'Storgatan 12, Umeå' };
const home = { apartment: '1301', listed: true };
const around = {
  'GET /buildings/b1/homes': () => ok({ items: [home], next: null }),
};

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
});

const open = () =>
  render(
    <MemoryRouter>
      <Members building={BUILDING} ownId="anna" onMade={() => undefined} />
      <Toasts />
    </MemoryRouter>,
  );
const button = async () => {
  await screen.findByRole('heading', { name: 'Att göra' });
  document.querySelectorAll('details:not([open]) > summary').forEach((one) => fireEvent.click(one));
  return screen.findByRole('button', { name: 'Ny lösenordslänk till Karl Ek' });
};
const askFor = async () => {
  fireEvent.click(await button());
  return within(
    await screen.findByRole('dialog', { name: /^Skapa en engångslänk till Karl Ek ?\?$/ }),
  );
};
const confirm = async () =>
  fireEvent.click((await askFor()).getByRole('button', { name: 'Skapa länken' }));

it('is offered only for active members', async () => {
  serve({ ...around, [LIST]: list });
  open();
  await button();
  expect(screen.getAllByRole('button', { name: /Ny lösenordslänk/ })).toHaveLength(1);
});

it('explains the consequences first, and is not created when cancelled', async () => {
  const asked = serve({ ...around, [LIST]: list });
  open();
  const dialog = await askFor();
  dialog.getByText(whole('Med länken väljer Karl Ek ett nytt lösenord och loggas ut överallt.'));
  dialog.getByText(/i 24 timmar/);
  dialog.getByText(/personligen/);
  dialog.getByText(whole('Karl Ek ser i ResQ att du har skapat länken, och kan ta bort den.'));
  fireEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.every(({ method }) => method === 'GET')).toBe(true);
});

it('is shown selected, with its expiry, and is replaced by the next one', async () => {
  serve({ ...around, [LIST]: list, [MAKE]: made });
  open();
  await confirm();
  const link = await screen.findByLabelText<HTMLInputElement>('Engångslänk till Karl Ek');
  expect([link.value, link.readOnly, document.activeElement]).toEqual([URL, true, link]);
  screen.getByText(/^Gäller till 22 november 2026 kl\. 14\.05, en gång\./);
  const next = `${URL}2`;
  serve({ [MAKE]: () => ok({ url: next, expiresAt: '2026-11-22T13:06:00.000Z' }, 201) });
  await confirm();
  await screen.findByDisplayValue(next);
  expect(screen.queryByDisplayValue(URL)).toBeNull();
});

describe('the text of a failure', () => {
  it.each([
    [
      'a member whom only an administrator may help',
      () => refuse(403, 'membership.reset_link_refused', 'Be en administratör om en engångslänk.'),
      'Be en administratör om en engångslänk.',
    ],
    [
      'a member of less than a week',
      () => refuse(403, 'membership.reset_link_too_early', 'Medlemmen är ny i huset.'),
      'Medlemmen är ny i huset.',
    ],
    [
      'a member who left meanwhile',
      () => refuse(404, 'membership.not_found', 'Medlemmen finns inte.'),
      'Medlemmen finns inte.',
    ],
    ['a lost network', unreachable, 'Försök igen senare'],
  ])('is shown for %s', async (_, answer, text) => {
    serve({ ...around, [LIST]: list, [MAKE]: answer });
    open();
    await confirm();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`Kunde inte skapa länken${text}`);
    expect(document.activeElement).toBe(await button());
  });
});

it('shows when the link cannot be copied', async () => {
  vi.stubGlobal('navigator', {});
  serve({ ...around, [LIST]: list, [MAKE]: made });
  open();
  await confirm();
  fireEvent.click(await screen.findByRole('button', { name: 'Kopiera' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    'Kunde inte kopiera länken' + 'Markera länken och kopiera den själv.',
  );
});
