import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Home } from './home.js';
import { membership } from '../../features/alarms/testing/fixtures.js';
import { useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';
import { ADMIN, ANNA, never, ok, refuse, serve, unreachable } from '../../testing/server.js';

const VALIDATE = 'POST /gate/validate-code';
const SESSION_ID = '22222222-2222-4222-8222-222222222222';
const LOOK = `GET /gate/sessions/${SESSION_ID}`;
const WRONG = 'Felaktig kod. Försök igen eller kontakta administratören.';

beforeEach(() => useSession.setState({ status: 'signed_out', user: undefined }));

const open = () =>
  render(
    <MemoryRouter>
      <Home />
    </MemoryRouter>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Inbjudningskod');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Fortsätt|Validerar/ });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const submit = async () => {
  fireEvent.click(button());
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
};
const landing = () => screen.findByRole('heading', { name: 'När sekunder räknas' });

describe('the code field', () => {
  it('shows the typed text in uppercase, and allows twenty characters', () => {
    open();
    type('ab1c-d2');
    expect(field().value).toBe('AB1C-D2');
    expect(field().maxLength).toBe(20);
    expect(field().placeholder).toBe('XXXX-XXXX');
  });

  it('keeps the button disabled while it is empty', () => {
    open();
    expect(button().disabled).toBe(true);
    type('A');
    expect(button().disabled).toBe(false);
    type('');
    expect(button().disabled).toBe(true);
  });

  it('explains where to get a code', () => {
    open();
    screen.getByText(
      'Saknar du kod? Kontakta administratören på LinkedIn för att få tillgång till demon.',
    );
  });
});

it('says where the code comes from, and that an invitation to a building needs none', () => {
  open();
  const hint = document.getElementById(field().getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toContain('Du får den av administratören.');
  screen.getByText('Inbjuden till ett hus? Då behövs ingen kod.');
  const link = screen.getByRole('link', { name: 'Till din inbjudan' });
  expect(link.getAttribute('href')).toBe('/join');
});

describe('a pasted code', () => {
  const paste = (text: string) =>
    fireEvent.paste(field(), { clipboardData: { getData: () => text } });

  it.each([
    ['Hej! Inbjudningskoden till ResQ är DEMO\u20112026. Välkommen!'],
    ['<demo-2026>\u200b'],
  ])('stands alone in the field, and opens the landing page: %s', async (text) => {
    const asked = serve({ [VALIDATE]: () => ok({ success: true }) });
    open();
    paste(text);
    expect(field().value).toBe('DEMO-2026');
    fireEvent.click(button());
    await landing();
    expect(asked[0]?.body).toMatchObject({ code: 'DEMO-2026' });
  });

  it('of another form is left to the browser', () => {
    open();
    expect(paste('DEMO2026')).toBe(true);
  });
});

describe('a submitted code', () => {
  it('opens the landing page when it is correct, and is stored for this tab', async () => {
    const asked = serve({ [VALIDATE]: () => ok({ success: true }) });
    open();
    type('demo-2026');
    fireEvent.click(button());
    await landing();
    const sessionId = sessionStorage.getItem('resq.session-id');
    expect(asked[0]?.body).toEqual({ code: 'DEMO-2026', sessionId });
    const access = JSON.parse(sessionStorage.getItem('resq.access') ?? '') as object;
    expect(Object.keys(access)).toEqual(['code', 'validatedAt']);
  });

  it.each([' demo-2026 ', '\u200bDEMO\u200b-2026'])(
    'counts without spaces around it and characters that nobody sees: %j',
    async (typed) => {
      const asked = serve({ [VALIDATE]: () => ok({ success: true }) });
      open();
      type(typed);
      fireEvent.click(button());
      await landing();
      expect(asked[0]?.body).toMatchObject({ code: 'DEMO-2026' });
    },
  );

  it('disables the button and announces the check until the server answers', async () => {
    vi.useFakeTimers();
    const asked = serve({ [VALIDATE]: never });
    open();
    type('DEMO-2026');
    await submit();
    expect(button().textContent).toBe('Validerar...');
    expect(screen.getByRole('status').textContent).toBe('Koden kontrolleras.');
    expect(button().disabled).toBe(true);
    fireEvent.submit(button());
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['wrong', () => ok({ success: false })],
    ['rate-limited', () => refuse(429, 'auth.too_many_attempts', 'För många försök.')],
    ['not checked', unreachable],
  ])('shows the same message for three seconds when it is %s', async (_, answer) => {
    vi.useFakeTimers();
    serve({ [VALIDATE]: answer });
    open();
    type('XXXX-0000');
    await submit();
    expect(screen.getByRole('alert').textContent).toBe(WRONG);
    await act(() => vi.advanceTimersByTimeAsync(2_900));
    expect(screen.getByRole('alert').textContent).toBe(WRONG);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sessionStorage.getItem('resq.access')).toBeNull();
  });

  it.each([
    'ABCD1234',
    'ABC-12345',
    'ÅÄÖÅ-1234',
    'ABCD-12345',
    'DEMO-2026 X',
    'DEMO-2026!',
    '"DEMO-2026"',
    'KOD DEMO-2026',
    'DEMO - 2026',
    'DEMO\u20132026',
  ])('is refused without a request when it is malformed: %s', async (malformed) => {
    vi.useFakeTimers();
    const asked = serve({ [VALIDATE]: () => ok({ success: true }) });
    open();
    type(malformed);
    await submit();
    expect(screen.getByRole('alert').textContent).toBe(WRONG);
    expect(asked).toHaveLength(0);
  });
});

it('hides the error after three seconds, even while the next code is typed', async () => {
  vi.useFakeTimers();
  serve({ [VALIDATE]: () => ok({ success: false }) });
  open();
  type('XXXX-0000');
  await submit();
  expect(document.activeElement).toBe(field());
  type('XXXX-0001');
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  screen.getByRole('alert');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field().hasAttribute('aria-invalid')).toBe(false);
});

it('opens the landing page at its top, with the focus on its heading', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  serve({ [VALIDATE]: () => ok({ success: true }) });
  open();
  type('DEMO-2026');
  fireEvent.click(button());
  const heading = await landing();
  expect(document.activeElement).toBe(heading);
  expect(scrolled).toHaveBeenCalledWith(0, 0);
});

describe('the start page on load', () => {
  it('sends no request for a new session id', () => {
    const asked = serve({});
    open();
    screen.getByRole('heading', { name: 'Welcome' });
    expect(asked).toHaveLength(0);
    expect(sessionStorage.getItem('resq.session-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('shows neither gate nor landing page before the answer', () => {
    sessionStorage.setItem('resq.session-id', SESSION_ID);
    serve({ [LOOK]: never });
    open();
    screen.getByText('Laddar …');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('shows the landing page for a live code session', async () => {
    sessionStorage.setItem('resq.session-id', SESSION_ID);
    serve({ [LOOK]: () => ok({ lastUsedAt: new Date().toISOString() }) });
    open();
    await landing();
  });

  it.each([
    ['an expired session', () => refuse(404, 'gate.session_not_found', 'Ange koden igen.')],
    ['a lost network', unreachable],
  ])('shows the gate for %s and removes the access record', async (_, answer) => {
    sessionStorage.setItem('resq.session-id', SESSION_ID);
    sessionStorage.setItem('resq.access', '{"code":"DEMO-2026","validatedAt":"x"}');
    serve({ [LOOK]: answer });
    open();
    await screen.findByRole('heading', { name: 'Welcome' });
    expect(sessionStorage.getItem('resq.access')).toBeNull();
  });
});

describe('the links to the panel and the sign-in', () => {
  it('lead a signed-in user to the panel, before the gate', () => {
    useSession.setState({ status: 'signed_in', user: ANNA });
    open();
    const panel = screen.getByRole('link', { name: 'Till larmpanelen' });
    const heading = screen.getByRole('heading', { name: 'Welcome' });
    expect(panel.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    ['no building', []],
    ['only an ended membership', [{ ...membership, status: 'revoked' as const }]],
  ])('lead a signed-in user with %s to the ways into one, before the gate', (_, memberships) => {
    useSession.setState({ status: 'signed_in', user: ANNA });
    useMe.setState({ status: 'ready', me: { user: ANNA, memberships, demo: false } });
    open();
    const first = screen.getByText('Du är inte med i något hus än.');
    const heading = screen.getByRole('heading', { name: 'Welcome' });
    expect(first.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const link = screen.getByRole('link', { name: 'Gå med i ett hus' });
    expect(link.getAttribute('href')).toBe('/app');
    expect(screen.queryByRole('link', { name: 'Till larmpanelen' })).toBeNull();
  });

  it('lead a member, and a user who waits for approval, to the panel', () => {
    for (const status of ['active', 'pending'] as const) {
      useSession.setState({ status: 'signed_in', user: ANNA });
      const memberships = [{ ...membership, status }];
      useMe.setState({ status: 'ready', me: { user: ANNA, memberships, demo: false } });
      const { unmount } = open();
      screen.getByRole('link', { name: 'Till larmpanelen' });
      unmount();
    }
  });

  it('lead an administrator to the codes too, and nobody else', () => {
    for (const user of [ADMIN, ANNA]) {
      useSession.setState({ status: 'signed_in', user });
      const { unmount } = open();
      const codes = screen.queryByRole('link', { name: 'Åtkomstkoder' });
      expect(codes?.getAttribute('href')).toBe(user === ADMIN ? '/admin/codes' : undefined);
      unmount();
    }
  });

  it('lead a signed-out user to the sign-in, once', () => {
    open();
    const links = screen.getAllByRole('link', { name: 'Till inloggningen' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/auth']);
  });
});
