import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '../../lib/session/session.js';
import { never, nothing, refuse, serve, signInAs, unreachable } from '../../testing/server.js';
import { Toasts, useToasts } from '../../ui/toasts.js';
import ResetPage from './reset-page.js';

const RESET = 'POST /auth/reset';
const TOKEN = 'Yk3s9vLQ2kq0sZp1xq7m2A';

beforeEach(() => {
  useSession.setState({ status: 'signed_out', user: undefined });
  useToasts.setState({ toasts: [] });
});

function Address() {
  const { pathname, hash } = useLocation();
  return <p>Nu på {pathname + hash}</p>;
}

const open = (hash = `#${TOKEN}`) =>
  render(
    <MemoryRouter initialEntries={[`/reset${hash}`]}>
      <Routes>
        <Route path="/reset" element={<ResetPage />} />
        <Route path="/auth" element={<h1>Inloggningen</h1>} />
      </Routes>
      <Address />
      <Toasts />
    </MemoryRouter>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Nytt lösenord');
const choose = (password: string) => {
  fireEvent.change(field(), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Spara lösenordet' }));
};
const alertText = async () => (await screen.findByRole('alert')).textContent;

it.each([
  ['as it is', ''],
  ['with a full stop behind it', '.'],
  ['with a bracket behind it', '%3E'],
  ['with an invisible space behind it', '\u200b'],
])('sends the token %s, and removes it from the address', async (_, behind) => {
  const asked = serve({ [RESET]: nothing });
  open(`#${TOKEN}${behind}`);
  await screen.findByText('Nu på /reset');
  choose(' nytt lösenord ');
  await screen.findByText('Inloggningen');
  expect(asked).toMatchObject([{ body: { token: TOKEN, password: ' nytt lösenord ' } }]);
  expect(asked[0]?.headers.has('authorization')).toBe(false);
  expect(screen.getByRole('status').textContent).toBe(
    'Lösenordet är bytt' + 'Logga in med det nya lösenordet.',
  );
});

it('ends the session of a user who is signed in in this browser', async () => {
  await signInAs();
  const asked = serve({ [RESET]: nothing, 'POST /auth/sign-out': nothing });
  open();
  choose('nytt lösenord');
  await screen.findByText('Inloggningen');
  expect(useSession.getState().status).toBe('signed_out');
  expect(localStorage.getItem('resq.session')).toBeNull();
  await waitFor(() => expect(asked.at(-1)?.path).toBe('/auth/sign-out'));
});

it('keeps the session when the link is refused', async () => {
  await signInAs();
  serve({ [RESET]: () => refuse(404, 'auth.reset_link_invalid', 'x') });
  open();
  choose('nytt lösenord');
  await screen.findByRole('alert');
  expect(useSession.getState().status).toBe('signed_in');
});

describe('the password', () => {
  it.each([
    ['12345', 'Lösenordet måste vara minst 6 tecken'],
    ['', 'Lösenordet måste vara minst 6 tecken'],
    ['x'.repeat(101), 'Lösenordet får max vara 100 tecken'],
  ])('is refused at the field without a request: %j', async (password, message) => {
    const asked = serve({});
    open();
    choose(password);
    await screen.findByText(message);
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(asked).toHaveLength(0);
  });

  it('shows the server’s message when it is too short for an administrator', async () => {
    const message = 'Lösenordet måste vara minst 15 tecken';
    serve({ [RESET]: () => refuse(400, 'request.invalid', 'x', { password: message }) });
    open();
    choose('nytt lösenord');
    await screen.findByText(message);
    expect(field().value).toBe('nytt lösenord');
  });

  it('can be shown and hidden', () => {
    open();
    expect(field().type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Visa lösenordet' }));
    expect(field().type).toBe('text');
    screen.getByText('Lösenordet visas.');
    fireEvent.click(screen.getByRole('button', { name: 'Dölj lösenordet' }));
    expect(field().type).toBe('password');
    screen.getByText('Lösenordet är dolt.');
  });

  it('gets a hint when it is very common', () => {
    open();
    fireEvent.change(field(), { target: { value: 'sommar123' } });
    screen.getByText('Vanligt lösenord. Välj gärna ett längre.');
  });

  it('is sent once, however often the button is pressed', async () => {
    const asked = serve({ [RESET]: never });
    open();
    choose('nytt lösenord');
    await waitFor(() => expect(asked).toHaveLength(1));
    const button = screen.getByRole('button', { name: 'Spara lösenordet' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await act(async () => {
      fireEvent.click(button);
      await Promise.resolve();
    });
    expect(asked).toHaveLength(1);
  });
});

describe('a link', () => {
  const whom = 'En ny länk får du av den som är ansvarig i ditt hus, eller av en administratör.';

  it.each([
    ['unknown to the server', () => refuse(404, 'auth.reset_link_invalid', 'x')],
    ['malformed', () => refuse(400, 'request.invalid', 'x', { token: 'x' })],
  ])('shows whom to ask for another when it is %s', async (_, answer) => {
    serve({ [RESET]: answer });
    open();
    choose('nytt lösenord');
    expect(await alertText()).toBe(`Länken gäller inte längre. Be om en ny.${whom}`);
    expect(screen.queryByLabelText('Nytt lösenord')).toBeNull();
    expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true);
    const way = screen.getByRole('link', { name: 'Till inloggningen' });
    expect(way.getAttribute('href')).toBe('/auth');
  });

  it('shows that it is incomplete without a token', () => {
    open('');
    screen.getByText('En bit av länken saknas. Öppna den igen.');
    screen.getByText(whom);
    expect(screen.queryByRole('button', { name: 'Spara lösenordet' })).toBeNull();
  });

  it.each([
    ['a lost network', unreachable, 'Försök igen senare'],
    ['a server error', () => refuse(503, 'system.unavailable', 'x'), 'Försök igen senare'],
    [
      'too many attempts',
      () => refuse(429, 'auth.too_many_attempts', 'För många försök. Försök igen om en stund.'),
      'För många försök. Försök igen om en stund.',
    ],
  ])('can be tried again after %s', async (_, answer, text) => {
    serve({ [RESET]: answer });
    open();
    choose('nytt lösenord');
    expect(await alertText()).toBe(`Ett fel uppstod${text}`);
    serve({ [RESET]: nothing });
    // The toast may be shown before the button takes presses again.
    const button = screen.getByRole('button', { name: 'Spara lösenordet' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
    choose('nytt lösenord');
    await screen.findByText('Inloggningen');
  });
});
