import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { useSession } from '../../../lib/session/session.js';
import { ANNA, ok, refuse, serve, signInAs, unreachable } from '../../../testing/server.js';
import { Toasts, useToasts } from '../../../ui/toasts.js';
import JoinPage from './join-page.js';
import { whole } from '../../../testing/whole-text.js';

const BUILDING = { id: 'b1', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' };
const LOOK_UP = 'POST /invitations/look-up';
const ACCEPT = 'POST /invitations/accept';
const membership = (status: 'active' | 'pending') => ({
  id: 'm1',
  building: BUILDING,
  role: 'resident' as const,
  status,
  maySend: true,
  name: 'Karl Ek',
  apartment: '1301',
});
const me = (...memberships: ReturnType<typeof membership>[]) => ({
  user: ANNA,
  memberships,
  demo: false,
});
const invited = () => ok({ kind: 'personal', building: BUILDING });

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await signInAs();
  useMe.setState({ status: 'ready', me: me() });
});

function Elsewhere() {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  return (
    <p>
      Nu på {pathname} {JSON.stringify(state)}
    </p>
  );
}

const open = (hash = '#abcd1234token') =>
  render(
    <MemoryRouter initialEntries={[`/join${hash}`]}>
      <Routes>
        <Route path="/join" element={<JoinPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  );
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (apartment = '1301') => {
  fireEvent.change(await field('Namn'), { target: { value: ' Karl Ek ' } });
  fireEvent.change(await field('Lägenhetsnummer'), { target: { value: apartment } });
  fireEvent.click(await field('Jag vet att ResQ inte ersätter 112.'));
};
const submit = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Gå med' }));
    await Promise.resolve();
  });

describe('the apartment number', () => {
  it.each(['', '120', '12034', '12a3', '12 3', 'lgh 1203'])(
    'is refused at the field and never sent: %j',
    async (apartment) => {
      const asked = serve({ [LOOK_UP]: invited });
      open();
      await fill(apartment);
      await submit();
      screen.getByText('Ange fyra siffror i lägenhetsnumret');
      const input = await field('Lägenhetsnummer');
      expect(input.getAttribute('aria-invalid')).toBe('true');
      expect(document.activeElement).toBe(input);
      expect(asked.map(({ path }) => path)).toEqual(['/invitations/look-up']);
    },
  );
});

it('shows the number of errors in a summary that takes the focus', async () => {
  serve({ [LOOK_UP]: invited });
  open();
  await field('Namn');
  await submit();
  const summary = screen.getByText('Det finns 3 fel').closest('[tabindex]');
  expect(document.activeElement).toBe(summary);
  expect(document.title.startsWith('Fel: ')).toBe(true);
});

describe('joining', () => {
  it('by a personal link makes an active member, and leads to the sound test', async () => {
    const asked = serve({
      [LOOK_UP]: invited,
      [ACCEPT]: () => ok(membership('active')),
      'GET /auth/me': () => ok(me(membership('active'))),
    });
    open();
    await fill();
    await submit();
    await screen.findByText(/Nu på \/app\/check/);
    screen.getByText(/^Testa nu att larm når dig. Fler i hushållet\? De skannar affischen/);
    expect(asked.find(({ path }) => path === '/invitations/accept')?.body).toEqual({
      token: 'abcd1234token',
      name: 'Karl Ek',
      apartment: '1301',
    });
  });

  it('by a poster shows that the managers approve new members', async () => {
    serve({
      [LOOK_UP]: () => ok({ kind: 'poster', building: BUILDING }),
      [ACCEPT]: () => ok(membership('pending')),
      'GET /auth/me': () => ok(me(membership('pending'))),
    });
    open();
    await fill();
    await submit();
    await screen.findByText('Styrelsen godkänner nya medlemmar. Du får larm när du är godkänd.');
    screen.getByText(/^Fler i hushållet/);
  });

  it('shows the server’s message at its field, and what to do after a refusal', async () => {
    const refused = 'Affischen gäller inte för dig. Be styrelsen om en personlig länk.';
    const atField = () => refuse(400, 'request.invalid', 'Nej', { apartment: 'Finns inte' });
    serve({ [LOOK_UP]: invited, [ACCEPT]: atField });
    open();
    await fill();
    await submit();
    await screen.findByText('Finns inte');
    expect(document.activeElement).toBe(await field('Lägenhetsnummer'));
    serve({ [ACCEPT]: () => refuse(403, 'membership.refused', refused) });
    await submit();
    await screen.findByText(refused);
  });

  it.each([
    ['known to the page', () => useMe.setState({ me: me(membership('active')) }), {}],
    [
      'known only to the server',
      () => undefined,
      { [ACCEPT]: () => refuse(409, 'membership.already_exists', 'Du är redan med i huset.') },
    ],
  ])('leads an existing member, %s, to the panel', async (_, prepare, answers) => {
    prepare();
    serve({ [LOOK_UP]: invited, ...answers });
    open();
    if (ACCEPT in answers) {
      await fill();
      await submit();
    }
    await screen.findByText(whole('Du är redan med i BRF Storgatan 12.'));
    screen.getByRole('link', { name: 'Till larmpanelen' });
  });
});

describe('an invitation', () => {
  it('is kept while the user creates an account', async () => {
    useSession.setState({ status: 'signed_out', user: undefined });
    serve({ [LOOK_UP]: invited });
    open();
    await screen.findByText('Skapa konto först. Vi minns inbjudan.');
    fireEvent.click(screen.getByRole('link', { name: 'Skapa konto' }));
    await screen.findByText('Nu på /auth {"from":"/join#abcd1234token","mode":"signUp"}');
  });

  it('says what ResQ is, who invites to which building, and what is asked, before an account', async () => {
    useSession.setState({ status: 'signed_out', user: undefined });
    serve({
      [LOOK_UP]: () => ok({ kind: 'personal', building: BUILDING, invitedBy: 'Anna Berg' }),
    });
    open();
    const account = await screen.findByRole('link', { name: 'Skapa konto' });
    for (const text of [
      'BRF Storgatan 12',
      'Anna Berg bjuder in dig.',
      'ResQ varnar grannarna med ljud när någon i huset larmar.',
      'Skriv namn och lägenhetsnummer. Grannarna ser dem vid larm.',
    ]) {
      const found = screen.getByText(whole(text));
      expect(found.compareDocumentPosition(account)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
    fireEvent.click(screen.getByRole('link', { name: 'Jag har redan konto' }));
    await screen.findByText('Nu på /auth {"from":"/join#abcd1234token"}');
  });

  it('of a poster names no person, and says that the managers approve members', async () => {
    useSession.setState({ status: 'signed_out', user: undefined });
    serve({ [LOOK_UP]: () => ok({ kind: 'poster', building: BUILDING }) });
    open();
    await screen.findByText('Husets ansvariga bjuder in dig.');
    screen.getByText('Styrelsen godkänner dig. Testa sedan att larm når dig.');
  });

  it('stays in the tab without its address, until the user is a member', async () => {
    const asked = serve({ [LOOK_UP]: invited });
    const { unmount } = open();
    await field('Namn');
    unmount();
    open('');
    await field('Namn');
    expect(asked.map(({ body }) => body)).toEqual([
      { token: 'abcd1234token' },
      { token: 'abcd1234token' },
    ]);
    act(() => useMe.setState({ me: me(membership('active')) }));
    await screen.findByText(whole('Du är redan med i BRF Storgatan 12.'));
    expect(sessionStorage.getItem('resq.invitation')).toBeNull();
  });

  it('is forgotten once it is accepted', async () => {
    serve({
      [LOOK_UP]: invited,
      [ACCEPT]: () => ok(membership('active')),
      'GET /auth/me': unreachable,
    });
    open();
    await fill();
    expect(sessionStorage.getItem('resq.invitation')).toBe('abcd1234token');
    await submit();
    await screen.findByText(/Nu på/);
    expect(sessionStorage.getItem('resq.invitation')).toBeNull();
  });

  it('shows that it is no longer valid, is forgotten, and can be replaced by a new one', async () => {
    serve({ [LOOK_UP]: () => refuse(404, 'invitation.not_found', 'x') });
    open();
    await screen.findByText('Inbjudan gäller inte längre. Be styrelsen om en ny.');
    expect(sessionStorage.getItem('resq.invitation')).toBeNull();
    expect(screen.queryByText(/Är det inbjudningskoden till demon/)).toBeNull();
    serve({ [LOOK_UP]: invited });
    fireEvent.change(await field('Inbjudan'), { target: { value: '#another-token' } });
    fireEvent.click(screen.getByRole('button', { name: 'Fortsätt' }));
    await field('Namn');
  });

  it('that ends while the form is filled in is shown as ended', async () => {
    const text = 'Inbjudan gäller inte längre. Be styrelsen om en ny.';
    serve({ [LOOK_UP]: invited, [ACCEPT]: () => refuse(404, 'invitation.not_found', text) });
    open('#K7QM2XPA');
    await fill();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('shows the server’s sentence about whom to ask when it has expired', async () => {
    const token = 'Inbjudan till BRF Eken gäller inte längre. Be Eva Ek om en ny.';
    serve({ [LOOK_UP]: () => refuse(404, 'invitation.not_found', 'x', { token }) });
    open();
    await screen.findByText(token);
  });

  it('shows that a poster is replaced, and does not take its code for that of the demo', async () => {
    const text = 'Affischen är utbytt. Be styrelsen om den nya.';
    serve({ [LOOK_UP]: () => refuse(404, 'invitation.replaced', text) });
    open('#K7QM2XPA');
    await screen.findByText(text);
    expect(screen.queryByText(/Är det inbjudningskoden till demon/)).toBeNull();
  });

  it('typed as a code that is no invitation may be the code of the demo', async () => {
    serve({ [LOOK_UP]: () => refuse(404, 'invitation.not_found', 'x') });
    open('#DEMO-2026');
    await screen.findByText('Är det inbjudningskoden till demon? Ange den på startsidan.');
    expect(screen.getByRole('link', { name: 'Till startsidan' }).getAttribute('href')).toBe('/');
  });

  it('is asked for with a line that says where it comes from', async () => {
    open('');
    const hint =
      'Länken från en ansvarig i huset, eller koden från affischen. Det är inte inbjudningskoden till demon.';
    const described = (await field('Inbjudan')).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(hint);
  });

  it('is not shown as expired when the network is lost', async () => {
    serve({ [LOOK_UP]: unreachable });
    open();
    await screen.findByText('Ett fel uppstod. Försök igen senare.');
    serve({ [LOOK_UP]: invited });
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await field('Namn');
  });

  it.each([
    ' http://localhost:3000/join#pasted-token ',
    'Hej! Gå med: <http://localhost:3000/join#pasted-token>. Vi ses!',
  ])('can be pasted when the link has no token: %s', async (pasted) => {
    const asked = serve({ [LOOK_UP]: invited });
    open('');
    fireEvent.change(await field('Inbjudan'), { target: { value: pasted } });
    fireEvent.click(screen.getByRole('button', { name: 'Fortsätt' }));
    await field('Namn');
    expect(asked[0]?.body).toEqual({ token: 'pasted-token' });
  });
});
