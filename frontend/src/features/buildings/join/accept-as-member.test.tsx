import type { Membership } from '@contract/http';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, ok, refuse, serve, signInAs } from '../../../testing/server.js';
import { whole } from '../../../testing/whole-text.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import JoinPage from './join-page.js';

/** A personal link, opened by somebody who is a member or waits for approval. */

const BUILDING = { id: 'b1', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' };
const KARL: Membership = {
  id: 'm1',
  building: BUILDING,
  role: 'resident',
  status: 'active',
  maySend: true,
  name: 'Karl Ek',
  apartment: '1301',
};
const WAITING = { ...KARL, status: 'pending' } as const;
const MANAGER = { ...KARL, role: 'manager' } as const;
const ACCEPT = 'POST /invitations/accept';
const me = (membership: Membership) => ({ user: ANNA, memberships: [membership], demo: false });

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
});

const Elsewhere = () => <p>Nu på {useLocation().pathname}</p>;

async function open(known: Membership, invitation: object, answers = {}) {
  useMe.setState({ status: 'ready', me: me(known) });
  const asked = serve({
    'POST /invitations/look-up': () => ok({ building: BUILDING, ...invitation }),
    ...answers,
  });
  render(
    <MemoryRouter initialEntries={['/join#abcd1234token']}>
      <Routes>
        <Route path="/join" element={<JoinPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  );
  await screen.findByText(/BRF Storgatan 12/);
  return asked;
}
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });
const accepting = (membership: Membership) => ({
  [ACCEPT]: () => ok(membership, 201),
  'GET /auth/me': () => ok(me(membership)),
});

it('makes a manager of a resident, without asking for name and home again', async () => {
  const asked = await open(
    KARL,
    { kind: 'personal', role: 'manager', invitedBy: 'Anna Berg' },
    accepting(MANAGER),
  );
  screen.getByText(whole('Anna Berg bjuder in dig.'));
  screen.getByText(whole('Karl Ek, lägenhet 1301'));
  expect(screen.queryByLabelText('Lägenhetsnummer')).toBeNull();
  expect(sessionStorage.getItem('resq.invitation')).toBe('abcd1234token');
  await press('Bli ansvarig');
  await screen.findByText('Nu på /building');
  screen.getByText('Du är ansvarig.');
  expect(asked.find(({ path }) => path === '/invitations/accept')?.body).toEqual({
    token: 'abcd1234token',
    name: 'Karl Ek',
  });
  expect(sessionStorage.getItem('resq.invitation')).toBeNull();
});

it('lets in who waits, and leads to the sound test', async () => {
  await open(WAITING, { kind: 'personal', role: 'resident' }, accepting(KARL));
  expect(screen.queryByLabelText('Lägenhetsnummer')).toBeNull();
  expect(screen.queryByText(/Styrelsen godkänner/)).toBeNull();
  await press('Gå med');
  await screen.findByText('Nu på /app/check');
  screen.getByText('Du är med.');
});

it.each<[string, Membership]>([
  ['resident', KARL],
  ['resident', MANAGER],
  ['manager', MANAGER],
])('of a %s brings nothing to a member who is as much already', async (role, known) => {
  await open(known, { kind: 'personal', role });
  screen.getByText(whole('Du är redan med i BRF Storgatan 12.'));
  expect(screen.queryByRole('button')).toBeNull();
  expect(sessionStorage.getItem('resq.invitation')).toBeNull();
});

it('leads to the panel whom a manager let in meanwhile', async () => {
  const already = () => refuse(409, 'membership.already_exists', 'Du är redan med i huset.');
  await open(WAITING, { kind: 'personal', role: 'resident' }, { [ACCEPT]: already });
  await press('Gå med');
  await screen.findByText(whole('Du är redan med i BRF Storgatan 12.'));
});

it('is shown as ended when it ends before somebody who waits accepts it', async () => {
  const text = 'Inbjudan gäller inte längre. Be styrelsen om en ny.';
  const ended = () => refuse(404, 'invitation.not_found', text);
  await open(WAITING, { kind: 'personal', role: 'resident' }, { [ACCEPT]: ended });
  await press('Gå med');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.queryByRole('button', { name: 'Gå med' })).toBeNull();
});

it('says to somebody who waits that it is for another home', async () => {
  const text = 'Inbjudan gäller en annan lägenhet. Be styrelsen om en ny.';
  const other = () => refuse(400, 'invitation.other_home', text, { apartment: text });
  await open(WAITING, { kind: 'personal', apartment: '1302' }, { [ACCEPT]: other });
  await press('Gå med');
  await screen.findByText(text);
});

it('is no poster, which leaves the approval to the managers', async () => {
  await open(WAITING, { kind: 'poster', role: 'resident' });
  screen.getByText('Styrelsen godkänner nya medlemmar. Du får larm när du är godkänd.');
  expect(screen.queryByRole('button', { name: 'Gå med' })).toBeNull();
});
