import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { ANNA, ok, refuse, serve, signInAs } from '../../../testing/server.js';
import WaysIn from './ways-in.js';

const SESSION_ID = '22222222-2222-4222-8222-222222222222';
const LIVE = { [`GET /gate/sessions/${SESSION_ID}`]: () => ok({ lastUsedAt: 'x' }) };

beforeEach(async () => {
  await signInAs();
  useMe.setState({ status: 'ready', me: { user: ANNA, memberships: [], demo: true } });
});

const show = (demo: boolean) =>
  render(
    <MemoryRouter>
      <WaysIn demo={demo} />
    </MemoryRouter>,
  );
const openStart = () => {
  show(false);
  fireEvent.click(screen.getByRole('button', { name: 'Starta ett hus' }));
};
const fill = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
};

it('asks for the invitation code before a building is started', async () => {
  serve({});
  openStart();
  await screen.findByText('Ange inbjudningskoden först.');
  screen.getByText(
    'Koden öppnar demon, och du får den av administratören. Det är inte en inbjudan till ett hus.',
  );
  expect(screen.getByRole('link', { name: 'Ange koden' }).getAttribute('href')).toBe('/');
});

it('offers an invitation that this tab opened before the other ways', () => {
  sessionStorage.setItem('resq.invitation', 'token');
  show(false);
  const link = screen.getByRole('link', { name: 'Till inbjudan' });
  expect(link.getAttribute('href')).toBe('/join');
  const way = screen.getByRole('button', { name: 'Jag har en inbjudan' });
  expect(link.compareDocumentPosition(way)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it.each(['https://resq.example/join', 'https://resq.example/reset#Yk3s9vLQ2kq0sZp1xq7m2A'])(
  'asks again for an invitation when the pasted link holds none: %s',
  async (pasted) => {
    show(false);
    fireEvent.click(screen.getByRole('button', { name: 'Jag har en inbjudan' }));
    fill({ Inbjudan: pasted });
    fireEvent.click(screen.getByRole('button', { name: 'Fortsätt' }));
    await screen.findByText('Klistra in länken eller skriv koden');
  },
);

it('starts a building with the live code session', async () => {
  sessionStorage.setItem('resq.session-id', SESSION_ID);
  const asked = serve({
    ...LIVE,
    'POST /buildings': () => ok({}, 201),
    'GET /auth/me': () => ok({ user: ANNA, memberships: [], demo: false }),
  });
  openStart();
  await screen.findByLabelText('Husets namn');
  fill({
    'Husets namn': 'BRF Storgatan 12',
    Adress: 'Storgatan 12, Umeå',
    'Ditt namn': 'Anna Berg',
    Lägenhetsnummer: '1201',
  });
  fireEvent.click(screen.getByRole('button', { name: 'Starta huset' }));
  await expect.poll(() => asked.at(-1)?.path).toBe('/auth/me');
  expect(asked.find(({ path }) => path === '/buildings')?.body).toEqual({
    name: 'BRF Storgatan 12',
    address: 'Storgatan 12, Umeå',
    personName: 'Anna Berg',
    apartment: '1201',
    sessionId: SESSION_ID,
  });
});

it('asks for the code again when the session ran out while the form was filled in', async () => {
  sessionStorage.setItem('resq.session-id', SESSION_ID);
  serve({
    ...LIVE,
    'POST /buildings': () => refuse(403, 'gate.session_required', 'Ange inbjudningskoden först.'),
  });
  openStart();
  await screen.findByLabelText('Husets namn');
  fill({ 'Husets namn': 'BRF', Adress: 'Storgatan 12', 'Ditt namn': 'A', Lägenhetsnummer: '1201' });
  fireEvent.click(screen.getByRole('button', { name: 'Starta huset' }));
  await screen.findByText('Ange inbjudningskoden först.');
});

it('offers the demo building only where there is one', () => {
  serve({});
  const { unmount } = show(false);
  expect(screen.queryByText('Prova i demohuset')).toBeNull();
  unmount();
  show(true);
  screen.getByText('Prova i demohuset');
});
