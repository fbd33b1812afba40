import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, ok, refuse, serve, signInAs } from '../../../testing/server.js';
import JoinPage from './join-page.js';

/** The home of who joins: one that the invitation was made for, and one that the list does not have. */

const building = { id: 'b1', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' };
const WRONG = 'Inbjudan gäller en annan lägenhet. Be styrelsen om en ny.';

beforeEach(async () => {
  await signInAs();
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships: [], demo: false } });
});

function open(invitation: object) {
  const asked = serve({
    'POST /invitations/look-up': () =>
      ok({ kind: 'personal', role: 'resident', building, entrances: ['A', 'B'], ...invitation }),
    'POST /invitations/accept': () =>
      refuse(400, 'invitation.other_home', WRONG, { apartment: WRONG }),
  });
  render(
    <MemoryRouter initialEntries={['/join#abcd1234token']}>
      <JoinPage />
    </MemoryRouter>,
  );
  return asked;
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

it.each(['resident', 'manager'])('stays as it is for a %s, and the page says why', async (role) => {
  const home = { apartment: '1203', entrance: 'B' };
  const asked = open({ role, ...home });
  const number = await field('Lägenhetsnummer');
  expect([number.value, number.readOnly]).toEqual(['1203', true]);
  const why = document.getElementById(number.getAttribute('aria-describedby') ?? '');
  expect(why?.textContent).toBe(
    'Inbjudan gäller den här lägenheten. Är den fel? Be styrelsen om en ny.',
  );
  const entrance = await field('Uppgång');
  expect([entrance.value, entrance.readOnly]).toEqual(['B', true]);
  expect(screen.queryByLabelText('Jag bor inte i huset')).toBeNull();
  fireEvent.change(await field('Namn'), { target: { value: 'Karl Ek' } });
  fireEvent.click(await field('Jag vet att ResQ inte ersätter 112.'));
  fireEvent.click(screen.getByRole('button', { name: 'Gå med' }));
  await screen.findByText(WRONG);
  expect(asked.at(-1)?.body).toMatchObject(home);
});

it('leaves the entrance to the person where the invitation names none', async () => {
  open({ apartment: '1203' });
  expect((await field('Lägenhetsnummer')).readOnly).toBe(true);
  expect((await field('Uppgång')).tagName).toBe('SELECT');
});

it('asks about a home that the list does not have, and about each other one anew', async () => {
  open({});
  const number = await field('Lägenhetsnummer');
  const asked = serve({ 'POST /invitations/accept': () => refuse(409, 'home.not_listed', 'x') });
  const type = (control: HTMLElement, value: string) =>
    fireEvent.change(control, { target: { value } });
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Gå med' }));
  const question = 'Lägenheten finns inte i husets lista. Kontrollera numret.';
  type(await field('Namn'), 'Karl Ek');
  fireEvent.click(await field('Jag vet att ResQ inte ersätter 112.'));
  type(number, '1310');
  submit();
  await screen.findByText(question);
  fireEvent.click(await field('Numret stämmer'));
  type(number, ' 1310 ');
  screen.getByText(question);
  type(await field('Uppgång'), 'B');
  expect(screen.queryByText(question)).toBeNull();
  type(number, '1301');
  submit();
  expect((await field('Numret stämmer')).checked).toBe(false);
  expect(asked.at(-1)?.body).toMatchObject({ apartment: '1301', entrance: 'B' });
  expect(asked.at(-1)?.body).not.toHaveProperty('unlisted');
  fireEvent.click(await field('Numret stämmer'));
  submit();
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked.at(-1)?.body).toMatchObject({ apartment: '1301', unlisted: true });
});
