import type { Membership } from '@contract/http';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, ok, refuse, serve, signInAs } from '../../../testing/server.js';
import { whole } from '../../../testing/whole-text.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import HomesPage from './homes-page.js';

const PATCH = 'PATCH /buildings/b1/homes';
const MOST = 'Ett hus kan ha högst 1 000 lägenheter.';
const membership: Membership = {
  id: 'm1',
  building: { id: 'b1', name: 'BRF Storgatan', address: 'Storgatan 12, Umeå' },
  role: 'manager',
  status: 'active',
  maySend: true,
  name: 'Anna',
  apartment: '1001',
};

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships: [membership], demo: false } });
});

const listed = (...apartments: string[]) =>
  ok({ items: apartments.map((apartment) => ({ apartment, listed: true })), next: null });

async function open(answers = {}) {
  const asked = serve({ 'GET /buildings/b1/homes': () => listed('1001'), ...answers });
  render(
    <MemoryRouter initialEntries={['/building/homes']}>
      <HomesPage />
      <Toasts />
    </MemoryRouter>,
  );
  await screen.findByLabelText('Lägenheter');
  return asked;
}
const area = () => screen.getByLabelText<HTMLTextAreaElement>('Lägenheter');
const type = (value: string) => fireEvent.change(area(), { target: { value } });
const submit = () => fireEvent.submit(area().form!);
const choose = (...parts: BlobPart[]) =>
  fireEvent.change(screen.getByLabelText('Välj fil (CSV)'), {
    target: { files: [new File(parts, 'lista.csv')] },
  });

it('sends entrance and number alone, and keeps the wrong lines in the field', async () => {
  const asked = await open({ [PATCH]: () => listed('1001', '1002') });
  choose('Namn;Uppgång;Lägenhet\nKarl Ek;A;1002\nLisa Ny;A;12A\n');
  await screen.findByText('1 ny. 1 rad har fel.');
  screen.getByText(whole('Rad 3: ”12A” är inte fyra siffror.'));
  submit();
  await screen.findByText('1 lägenhet är inlagd.');
  expect(asked.at(-1)?.body).toEqual({ add: [{ entrance: 'A', apartments: ['1002'] }] });
  expect(area().value).toBe('Namn;Uppgång;Lägenhet\nLisa Ny;A;12A');
});

it('keeps all wrong lines of a table when the others are added, one after the other', async () => {
  await open({ [PATCH]: () => listed('1001', '1002') });
  choose('Uppgång;Lägenhet\nA;1002\nA;901\nA;902\n');
  await screen.findByText('1 ny. 2 rader har fel.');
  submit();
  await screen.findByText('1 lägenhet är inlagd.');
  expect(area().value).toBe('Uppgång;Lägenhet\nA;901\nA;902');
  type('Uppgång;Lägenhet\nA;0901\nA;902');
  screen.getByText('1 ny. 1 rad har fel.');
  submit();
  await waitFor(() => expect(area().value).toBe('Uppgång;Lägenhet\nA;902'));
});

it.each([
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a file of an old version', [0xd0, 0xcf, 0x11, 0xe0]],
])(
  'says what to do with a file of Excel itself, and leaves the text alone: %s',
  async (_, mark) => {
    const asked = await open();
    type('A 1002');
    choose(Uint8Array.from(mark));
    await screen.findByText(
      'Det är en Excel-fil. Spara som CSV, eller kopiera cellerna och klistra in dem.',
    );
    expect(area().value).toBe('A 1002');
    expect(asked).toHaveLength(1);
  },
);

it.each([
  ['is too long by itself', 'A 2001–2999, 3001–3011', '1000 nya.'],
  ['is too long beside the homes that are there', '2001–2999, 3001–3010', '1000 nya.'],
])('sends nothing of a list that %s', async (_, text, counts) => {
  const asked = await open();
  type(text);
  screen.getByText((said) => said.startsWith(counts));
  expect(screen.getAllByText(MOST)).toHaveLength(1);
  submit();
  await screen.findByRole('alert');
  expect(screen.getAllByText(MOST)).toHaveLength(2);
  expect(document.activeElement).toBe(area());
  expect(area().value).toBe(text);
  expect(asked).toHaveLength(1);
});

it('keeps what was typed when the server refuses', async () => {
  await open({ [PATCH]: () => refuse(409, 'home.too_many', MOST) });
  type('1002');
  submit();
  expect((await screen.findByRole('alert')).textContent).toContain(MOST);
  expect(area().value).toBe('1002');
});

it('keeps the focus beside the wrong lines when one is mended', async () => {
  await open();
  type('A 901\nA 902');
  const [first] = screen.getAllByRole('button', { name: 'Lägg till nollan' });
  first?.focus();
  fireEvent.click(first!);
  expect(area().value).toBe('A 0901\nA 902');
  expect(document.activeElement).toBe(screen.getByText('1 ny. 1 rad har fel.'));
});
