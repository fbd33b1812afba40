import type { CreatedLetter, Invitation, ListedHome, Membership } from '@contract/http';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { mayReload } from '../../../lib/browser/reload.js';
import { useMe } from '../../../lib/session/me.js';
import {
  ANNA,
  never,
  nothing,
  ok,
  refuse,
  serve,
  signInAs,
  unreachable,
} from '../../../testing/server.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import InvitePage from './invite-page.js';
import { whole } from '../../../testing/whole-text.js';

const LIST = 'GET /buildings/b1/invitations';
const CREATE = 'POST /buildings/b1/invitations';
const WITHDRAW = 'DELETE /buildings/b1/invitations/i2';
const dates = { createdAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-12-04T10:00:00.000Z' };
const POSTER: Invitation = { id: 'i1', kind: 'poster', role: 'resident', ...dates };
const KARL: Invitation = {
  id: 'i2',
  kind: 'personal',
  role: 'manager',
  entrance: 'B',
  apartment: '1301',
  ...dates,
};
const list = (...items: Invitation[]) => ok({ items, next: null });

const HOMES = 'GET /buildings/b1/homes';
const LETTERS = 'POST /buildings/b1/invitations/letters';
const home = (apartment: string): ListedHome => ({ apartment, listed: true });

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
  const building = { id: 'b1', name: 'BRF Storgatan', address: 'Storgatan 12, Umeå' };
  const own = { id: 'm1', building, status: 'active', maySend: true, name: 'Anna' } as const;
  const memberships: Membership[] = [{ ...own, role: 'manager', apartment: '1201' }];
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships, demo: false } });
});

const answering = (answers = {}) => ({
  [HOMES]: () => ok({ items: [], next: null }),
  'GET /buildings/b1/members': () => ok({ items: [], next: null }),
  [LIST]: () => list(POSTER, KARL),
  ...answers,
});

function open(answers = {}) {
  const asked = serve(answering(answers));
  render(
    <MemoryRouter initialEntries={['/building/invite']}>
      <main>
        <InvitePage />
      </main>
      <Toasts />
    </MemoryRouter>,
  );
  return asked;
}
const section = () => within(screen.getByRole('region', { name: 'Öppna inbjudningar' }));
const titles = () => section().queryAllByRole('listitem').length;
const KARLS =
  /^Dra tillbaka: Inbjudan för en ny ansvarig, lägenhet \u20681301\u2069, uppgång\u00a0\u2068B\u2069/;

async function withdraw() {
  fireEvent.click(await screen.findByRole('button', { name: KARLS }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dra tillbaka inbjudan?' }));
  dialog.getByText('Länken slutar gälla direkt.');
  return dialog;
}

it('are shown with whom they are for and how long they last', async () => {
  open();
  await screen.findByText('Affisch i trapphuset');
  section().getByText(whole('Inbjudan för en ny ansvarig, lägenhet 1301, uppgång B'));
  section().getAllByText('Skapad 20 november 2026, gäller till 4 december 2026');
});

it('say that they are loading', () => {
  open({ [LIST]: never });
  screen.getByText('Laddar …');
});

it('say that there are none', async () => {
  open({ [LIST]: () => list() });
  await screen.findByText('Inga inbjudningar är öppna.');
});

it('can be loaded again after a failure', async () => {
  open({ [LIST]: unreachable });
  await screen.findByText('Kunde inte ladda sidan.');
  serve(answering({ [LIST]: () => list(KARL) }));
  const again = screen.getByRole('button', { name: 'Försök igen' });
  again.focus();
  fireEvent.click(again);
  await screen.findByRole('button', { name: KARLS });
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it('show a new one at once', async () => {
  const made = { id: 'i2', url: 'http://localhost/join#x', expiresAt: dates.expiresAt };
  open({ [LIST]: () => list(), [CREATE]: () => ok(made, 201) });
  await screen.findByText('Inga inbjudningar är öppna.');
  serve(answering({ [LIST]: () => list(KARL), [CREATE]: () => ok(made, 201) }));
  fireEvent.click(screen.getByRole('button', { name: 'Skapa en inbjudan' }));
  await screen.findByRole('button', { name: KARLS });
});

it('names whom a new link is for, and shows it beside no other choice', async () => {
  const made = { id: 'i2', url: 'http://localhost/join#x', expiresAt: dates.expiresAt };
  open({ [LIST]: () => list(), [CREATE]: () => ok(made, 201) });
  await screen.findByText('Inga inbjudningar är öppna.');
  const role = screen.getByLabelText('Roll');
  fireEvent.change(role, { target: { value: 'manager' } });
  fireEvent.click(screen.getByRole('button', { name: 'Skapa en inbjudan' }));
  const link = await screen.findByLabelText('Inbjudningslänk');
  expect(document.activeElement).toBe(link);
  screen.getByText('Inbjudan för en ny ansvarig. Gäller till 4 december 2026.');
  fireEvent.change(role, { target: { value: 'resident' } });
  expect(screen.queryByLabelText('Inbjudningslänk')).toBeNull();
});

describe('withdrawing one', () => {
  it('asks first, and then removes it from the list', async () => {
    const asked = open({ [WITHDRAW]: nothing });
    const dialog = await withdraw();
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    serve(answering({ [WITHDRAW]: nothing, [LIST]: () => list(POSTER) }));
    fireEvent.click(dialog.getByRole('button', { name: 'Dra tillbaka' }));
    screen.getByRole('button', { name: KARLS }).focus();
    await screen.findByText('Tillbakadragen');
    await waitFor(() => expect(titles()).toBe(1));
    const heading = screen.getByRole('heading', { name: 'Öppna inbjudningar' });
    expect(document.activeElement).toBe(heading);
  });

  it('does nothing when it is cancelled', async () => {
    const asked = open();
    fireEvent.click((await withdraw()).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });

  it('says why it failed, and keeps it in the list', async () => {
    open({ [WITHDRAW]: unreachable });
    fireEvent.click((await withdraw()).getByRole('button', { name: 'Dra tillbaka' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Kunde inte dra tillbaka inbjudanFörsök igen senare',
    );
    expect(titles()).toBe(2);
  });

  it('loads the list again when it was used meanwhile', async () => {
    const gone = () => refuse(404, 'invitation.not_found', 'Inbjudan gäller inte längre.');
    open({ [WITHDRAW]: gone });
    const dialog = await withdraw();
    serve(answering({ [WITHDRAW]: gone, [LIST]: () => list(POSTER) }));
    fireEvent.click(dialog.getByRole('button', { name: 'Dra tillbaka' }));
    await waitFor(() => expect(titles()).toBe(1));
  });
});

describe('letters', () => {
  const letter: CreatedLetter = {
    id: 'l1',
    apartment: '1002',
    url: 'https://resq.example/join#abcdefghijklmnopqrstuv',
    code: 'K7QM2XPA9TFW',
    expiresAt: '2027-01-21T10:00:00.000Z',
  };
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const begin = async () => {
    const asked = open({
      [HOMES]: () => ok({ items: ['1001', '1002', '1003', '1004'].map(home), next: null }),
      'GET /buildings/b1/members': () =>
        ok({ items: [{ id: 'm', apartment: '1001' }], next: null }),
      [LIST]: () => list({ ...KARL, entrance: undefined, apartment: '1003' }),
      [LETTERS]: () => ok({ items: [letter], next: null }, 201),
    });
    await screen.findByRole('button', { name: 'Skapa 2 brev' });
    return asked;
  };

  it('are offered for the homes that have neither member nor invitation', async () => {
    await begin();
    const ticked = screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
    expect(ticked).toEqual([true, true, false, false]);
  });

  it('are shown once, and ask before somebody leaves them', async () => {
    const asked = await begin();
    fireEvent.click(screen.getByRole('checkbox', { name: '1004' }));
    press('Skapa 1 brev');
    await screen.findByText('Brevet är klart.');
    expect(mayReload()).toBe(false);
    expect(asked.at(-1)?.body).toEqual({ homes: [{ apartments: ['1002'] }] });
    screen.getByText(whole('Till dig som bor i lägenhet 1002'));
    screen.getByText(whole('Skanna, eller gå till resq.example/join och skriv K7QM-2XPA-9TFW.'));
    screen.getByText('Gäller en person, till den 21 januari 2027.');
    fireEvent.click(screen.getByRole('link', { name: 'Affischer' }));
    press('Stanna');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByText('Brevet är klart.');
    press('Klar');
    press('Lämna');
    await screen.findByText('Öppna inbjudningar');
    expect(mayReload()).toBe(true);
  });

  it('need a home', async () => {
    await begin();
    for (const name of ['1002', '1004']) fireEvent.click(screen.getByRole('checkbox', { name }));
    press('Skapa brev');
    expect((await screen.findByRole('alert')).textContent).toBe('Markera minst en lägenhet.');
  });
});
