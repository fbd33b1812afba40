import type { Invitation } from '@contract/http';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  never,
  nothing,
  ok,
  refuse,
  serve,
  signInAs,
  unreachable,
} from '../../../testing/server.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import { Invitations } from './invitations.js';
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

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
});

function open(answers = {}) {
  const asked = serve({ [LIST]: () => list(POSTER, KARL), ...answers });
  render(
    <>
      <Invitations buildingId="b1" />
      <Toasts />
    </>,
  );
  return asked;
}
const section = () => within(screen.getByRole('region', { name: 'Öppna inbjudningar' }));
const titles = () => section().queryAllByRole('listitem').length;
const KARLS =
  /^Dra tillbaka: Länk för en ny ansvarig, lägenhet \u20681301\u2069, uppgång \u2068B\u2069/;

async function withdraw() {
  fireEvent.click(await screen.findByRole('button', { name: KARLS }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dra tillbaka inbjudan?' }));
  dialog.getByText('Länken slutar gälla direkt.');
  return dialog;
}

it('are shown with whom they are for and how long they last', async () => {
  open();
  await screen.findByText('Anslag i trapphuset');
  section().getByText(whole('Länk för en ny ansvarig, lägenhet 1301, uppgång B'));
  section().getAllByText('Skapad 20 november 2026, gäller till 4 december 2026');
});

it('say that they are loading', () => {
  open({ [LIST]: never });
  expect(section().getByRole('status').textContent).toBe('Laddar …');
});

it('say that there are none', async () => {
  open({ [LIST]: () => list() });
  await screen.findByText('Inga inbjudningar är öppna.');
});

it('can be loaded again after a failure', async () => {
  open({ [LIST]: unreachable });
  await screen.findByText('Kunde inte ladda inbjudningarna.');
  serve({ [LIST]: () => list(KARL) });
  fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
  await screen.findByRole('button', { name: KARLS });
});

it('show a new one at once', async () => {
  const made = { id: 'i2', url: 'http://localhost/join#x', expiresAt: dates.expiresAt };
  open({ [LIST]: () => list(), [CREATE]: () => ok(made, 201) });
  await screen.findByText('Inga inbjudningar är öppna.');
  serve({ [LIST]: () => list(KARL), [CREATE]: () => ok(made, 201) });
  fireEvent.click(screen.getByRole('button', { name: 'Skapa en inbjudan' }));
  await screen.findByRole('button', { name: KARLS });
});

describe('withdrawing one', () => {
  it('asks first, and then removes it from the list', async () => {
    const asked = open({ [WITHDRAW]: nothing });
    const dialog = await withdraw();
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    fireEvent.click(dialog.getByRole('button', { name: 'Dra tillbaka' }));
    await screen.findByText('Tillbakadragen');
    await waitFor(() => expect(titles()).toBe(1));
  });

  it('does nothing when it is cancelled', async () => {
    const asked = open();
    fireEvent.click((await withdraw()).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.map(({ method }) => method)).toEqual(['GET']);
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
    serve({ [WITHDRAW]: gone, [LIST]: () => list(POSTER) });
    fireEvent.click(dialog.getByRole('button', { name: 'Dra tillbaka' }));
    await waitFor(() => expect(titles()).toBe(1));
  });
});
