import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { useSession } from '../../lib/session/session.js';
import { never, ok, refuse, serve, signedIn, unreachable } from '../../testing/server.js';
import { Toasts, useToasts } from '../../ui/toasts.js';
import AuthPage from './auth-page.js';

beforeEach(() => {
  useSession.setState({ status: 'signed_out', user: undefined, unsent: false });
  useToasts.setState({ toasts: [] });
  useDeviceAck.setState({ build: 'a' }, true);
});

function Elsewhere() {
  const { pathname, hash } = useLocation();
  return <p>Nu på {pathname + hash}</p>;
}

const open = (state?: object) =>
  render(
    <MemoryRouter initialEntries={[{ pathname: '/auth', state }]}>
      <Routes>
        <Route path="/auth" element={<AuthPage secondStep={() => null} />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  );
const toSignUp = () => fireEvent.click(screen.getByRole('button', { name: /Inget konto/ }));
const fill = (email: string, password: string) => {
  fireEvent.change(screen.getByLabelText('E-post'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Lösenord'), { target: { value: password } });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** The status region is always there. */
const toastText = async (role = 'alert') => {
  await waitFor(() => expect(screen.queryByRole(role)?.textContent).toBeTruthy());
  return screen.getByRole(role).textContent;
};

const invalid = () => refuse(401, 'auth.invalid_credentials', 'Invalid login credentials');
const taken = () => refuse(409, 'auth.already_registered', 'User already registered');
const TRY_LATER = 'För många försök. Försök igen om en stund.';
const limited = () => refuse(429, 'auth.too_many_attempts', TRY_LATER);

describe('the text of a failure', () => {
  it.each([
    ['a wrong password', invalid, 'Inloggning misslyckades', 'Fel e-post eller lösenord'],
    ['too many attempts', limited, 'Inloggning misslyckades', TRY_LATER],
    ['a lost network', unreachable, 'Ett fel uppstod', 'Försök igen senare'],
    [
      'a server error',
      () => refuse(500, 'system.failed', 'Ett fel uppstod'),
      'Ett fel uppstod',
      'Försök igen senare',
    ],
  ])('signing in shows the text for %s', async (_, answer, title, text) => {
    serve({ 'POST /auth/sign-in': answer });
    open();
    fill('anna@resq.example', 'hemligt');
    press('Logga in');
    expect(await toastText()).toBe(title + text);
  });

  it.each([
    ['an address in use', taken, 'Registrering misslyckades', 'E-postadressen används redan'],
    [
      'another refusal',
      () => refuse(400, 'request.invalid', 'Uppgifterna är inte giltiga.'),
      'Registrering misslyckades',
      'Uppgifterna är inte giltiga.',
    ],
    ['a lost network', unreachable, 'Ett fel uppstod', 'Försök igen senare'],
  ])('signing up shows the text for %s', async (_, answer, title, text) => {
    serve({ 'POST /auth/sign-up': answer });
    open();
    toSignUp();
    fill('anna@resq.example', 'hemligt');
    press('Skapa konto');
    expect(await toastText()).toBe(title + text);
  });

  it.each([
    ['', '', 'Ogiltig e-postadress'],
    ['anna', '123', 'Ogiltig e-postadress'],
    [`${'a'.repeat(251)}@b.se`, 'hemligt', 'Ogiltig e-postadress'],
    ['anna@resq.example', '12345', 'Lösenordet måste vara minst 6 tecken'],
    ['anna@resq.example', 'x'.repeat(101), 'Lösenordet får max vara 100 tecken'],
  ])('shows the first problem of %j and %j without a request', async (email, password, message) => {
    const asked = serve({});
    open();
    fill(email, password);
    press('Logga in');
    expect(await toastText()).toBe(`Valideringsfel${message}`);
    expect(asked).toHaveLength(0);
    const failing = screen.getByLabelText(message.startsWith('Lös') ? 'Lösenord' : 'E-post');
    // The field is marked one render after the toast appears.
    await waitFor(() => expect(failing.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(failing);
    fireEvent.change(failing, { target: { value: 'a' } });
    expect(failing.hasAttribute('aria-invalid')).toBe(false);
  });
});

describe('a successful sign-in or sign-up', () => {
  it('leads to the start page after a sign-in', async () => {
    const asked = serve({ 'POST /auth/sign-in': () => signedIn() });
    open();
    fill('  anna@resq.example ', ' hemligt ');
    press('Logga in');
    await screen.findByText('Nu på /');
    expect(asked[0]?.body).toEqual({ email: 'anna@resq.example', password: ' hemligt ' });
    expect(await toastText('status')).toBe('Välkommen tillbaka!Du är nu inloggad');
  });

  it('is confirmed once the server knows this tab, and not before', async () => {
    useDeviceAck.setState({}, true);
    serve({ 'POST /auth/sign-in': () => signedIn() });
    open();
    fill('anna@resq.example', 'hemligt');
    press('Logga in');
    await screen.findByText('Nu på /');
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => useDeviceAck.setState({ build: 'a' }));
    expect(await toastText('status')).toBe('Välkommen tillbaka!Du är nu inloggad');
  });

  it('shows one confirmation after a sign-up', async () => {
    serve({ 'POST /auth/sign-up': () => signedIn() });
    open();
    toSignUp();
    fill('anna@resq.example', 'hemligt');
    press('Skapa konto');
    await screen.findByText('Nu på /');
    expect(await toastText('status')).toBe('Kontot skapat!Du är nu inloggad och kan använda ResQ');
  });

  describe('that the server’s socket does not confirm', () => {
    const LATE_MS = 10_000;

    async function submit(button: 'Logga in' | 'Skapa konto') {
      useDeviceAck.setState({}, true);
      serve({ 'POST /auth/sign-in': () => signedIn(), 'POST /auth/sign-up': () => signedIn() });
      open();
      if (button === 'Skapa konto') toSignUp();
      fill('anna@resq.example', 'hemligt');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      press(button);
      await vi.waitUntil(() => useSession.getState().status === 'signed_in');
      await act(() => vi.advanceTimersByTimeAsync(LATE_MS / 2));
      expect(useToasts.getState().toasts).toEqual([]);
    }
    const pass = () => act(() => vi.advanceTimersByTimeAsync(LATE_MS / 2));
    afterEach(() => void vi.useRealTimers());

    it.each([
      ['Logga in', 'Välkommen tillbaka!Du är nu inloggad'],
      ['Skapa konto', 'Kontot skapat!'],
    ] as const)('is confirmed after ten seconds, as far as it is true: %s', async (name, text) => {
      await submit(name);
      await pass();
      expect(screen.getByRole('status').textContent).toBe(text);
    });

    it('is confirmed at once to a device too many, which gets alarms too', async () => {
      await submit('Skapa konto');
      act(() => useDeviceAck.setState({ refusal: 'För många enheter.' }));
      await act(() => vi.advanceTimersByTimeAsync(0));
      expect(screen.getByRole('status').textContent).toContain('använda ResQ');
    });

    it('is not confirmed after a sign-out', async () => {
      await submit('Logga in');
      useSession.setState({ status: 'signed_out', user: undefined });
      await pass();
      expect(useToasts.getState().toasts).toEqual([]);
    });
  });

  it('leads back to an invitation with its fragment', async () => {
    serve({ 'POST /auth/sign-in': () => signedIn() });
    open({ from: '/join#token' });
    screen.getByText('Logga in eller skapa konto. Vi minns inbjudan.');
    fill('anna@resq.example', 'hemligt');
    press('Logga in');
    await screen.findByText('Nu på /join#token');
  });

  it('leads back to an invitation that this tab opened, by whatever link the user came', async () => {
    sessionStorage.setItem('resq.invitation', 'token');
    serve({ 'POST /auth/sign-up': () => signedIn() });
    open();
    screen.getByText('Logga in eller skapa konto. Vi minns inbjudan.');
    toSignUp();
    screen.getByText('Skapa konto först. Vi minns inbjudan.');
    fill('anna@resq.example', 'hemligt');
    press('Skapa konto');
    await screen.findByText('Nu på /join');
  });

  it('leads to the page that asked for the sign-in, also while an invitation is open', async () => {
    sessionStorage.setItem('resq.invitation', 'token');
    serve({ 'POST /auth/sign-in': () => signedIn() });
    open({ from: '/app' });
    fill('anna@resq.example', 'hemligt');
    press('Logga in');
    await screen.findByText('Nu på /app');
  });

  it('never leads to another site', async () => {
    serve({ 'POST /auth/sign-in': () => signedIn() });
    open({ from: 'https://elsewhere.example/' });
    fill('anna@resq.example', 'hemligt');
    press('Logga in');
    await screen.findByText('Nu på /');
  });

  it('sends a signed-in user to the start page', async () => {
    useSession.setState({ status: 'signed_in' });
    open();
    await screen.findByText('Nu på /');
  });
});

describe('the page', () => {
  it('switches between two forms, and never repeats the text of its button', () => {
    open();
    expect(screen.getAllByText('Logga in', { exact: true })).toHaveLength(1);
    toSignUp();
    expect(screen.getAllByText('Skapa konto', { exact: true })).toHaveLength(1);
    press('Har du konto? Logga in');
    screen.getByRole('button', { name: 'Logga in' });
  });

  it('keeps the typed text when switching to sign-up', () => {
    open();
    fill('anna@resq.example', 'hemligt');
    toSignUp();
    expect(screen.getByLabelText<HTMLInputElement>('E-post').value).toBe('anna@resq.example');
    const password = screen.getByLabelText<HTMLInputElement>('Lösenord');
    expect(password.autocomplete).toBe('new-password');
    press('Visa lösenordet');
    expect(password.type).toBe('text');
  });

  it.each([
    ['digits', '123456'],
    ['decomposed letters', 'lösenord'.normalize('NFD')],
  ])(
    'shows a hint for a very common password of %s, and sends it as typed',
    async (_, password) => {
      const asked = serve({ 'POST /auth/sign-up': () => ok({}, 500) });
      open();
      toSignUp();
      fill('anna@resq.example', password);
      screen.getByText('Vanligt lösenord. Välj gärna ett längre.');
      press('Skapa konto');
      await toastText();
      expect(asked.map(({ body }) => body)).toEqual([{ email: 'anna@resq.example', password }]);
    },
  );

  it('sends one request, however often the button is pressed', async () => {
    const asked = serve({ 'POST /auth/sign-in': never });
    open();
    fill('anna@resq.example', 'hemligt');
    press('Logga in');
    await screen.findByRole('button', { name: 'Logga in', hidden: true });
    press('Logga in');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toHaveLength(1);
  });
});

describe('after the end of a session', () => {
  it('shows that alarms no longer arrive, and leads to 112', () => {
    open({ ended: true });
    screen.getByText('Du är utloggad. Larm når inte den här fliken.');
    screen.getByText('Ring 112 vid fara.');
    expect(screen.getByRole('link', { name: 'Ring 112' }).getAttribute('href')).toBe('tel:112');
  });

  it('says that a press which was not sent yet is not sent', () => {
    useSession.setState({ unsent: true });
    open({ ended: true });
    screen.getByText('Larmet är inte skickat. Ring 112.');
    screen.getByRole('link', { name: 'Ring 112' });
    expect(screen.queryByText('Ring 112 vid fara.')).toBeNull();
  });
});

it('shows neither 112 nor an old press to a visitor', () => {
  useSession.setState({ unsent: true });
  open();
  expect(screen.queryByText(/112/)).toBeNull();
});
