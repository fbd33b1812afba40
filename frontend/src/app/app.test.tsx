import { alarmPath, pastAlarmPath, reportPath } from '@contract/paths';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useMe } from '../lib/session/me.js';
import { useSession } from '../lib/session/session.js';
import { ADMIN, ANNA, ok, serve } from '../testing/server.js';
import { Router } from './app.js';
import { isBehindSignIn } from './pages.js';

vi.mock('./signed-in/signed-in-shell.js', async () => {
  const { Outlet } = await import('react-router-dom');
  return { default: () => <Outlet /> };
});
vi.mock('./routes/app.js', () => ({ default: () => <h1>Larmpanelen</h1> }));

beforeEach(() => {
  useSession.setState({ status: 'signed_out', user: undefined, left: undefined });
  useMe.setState({ status: 'loading', me: undefined });
  serve({});
});

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Router />
    </MemoryRouter>,
  );
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

describe('every page', () => {
  it.each([
    ['/', 'Welcome', 'Välkommen'],
    ['/about', 'Om ResQ', 'Om ResQ'],
    ['/contact', 'Kontakt', 'Kontakt'],
    ['/careers', /Karriär/, 'Karriär och samarbete'],
    ['/privacy', 'Integritetspolicy', 'Integritetspolicy'],
    ['/terms', 'Användarvillkor', 'Användarvillkor'],
    ['/cookies', 'Cookiepolicy', 'Cookiepolicy'],
    ['/auth', /Logga in/, 'Logga in'],
    ['/join', 'Gå med i ditt hus', 'Gå med i ditt hus'],
    ['/reset', 'Välj ett nytt lösenord', 'Välj ett nytt lösenord'],
    ['/finns.inte', 'Oops! Page not found', 'Sidan finns inte'],
    ['/%E5', 'Oops! Page not found', 'Sidan finns inte'],
  ])('%s has its heading and its title', async (path, name, title) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    open(path);
    await heading(name);
    expect(document.title).toBe(`${title} – ResQ`);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('moves the focus to its heading after a navigation', async () => {
    open('/about');
    await heading('Om ResQ');
    fireEvent.click(screen.getByRole('link', { name: 'Cookiepolicy' }));
    expect(document.activeElement).toBe(await heading('Cookiepolicy'));
  });

  it('has a logo that links to the start page, and a link past the header', async () => {
    open('/privacy');
    await heading('Integritetspolicy');
    fireEvent.click(screen.getByRole('link', { name: 'Till innehållet' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    fireEvent.click(screen.getByRole('link', { name: 'ResQ' }));
    await heading('Welcome');
  });
});

describe('an address that the server answers with 404', () => {
  const UNKNOWN = [
    '/building/finns-inte',
    '/building/exercises/x',
    '/Admin/codes',
    '/admin/finns-inte',
    '/ABOUT',
    '/about//',
    '/app/history/x',
    '/app/alarm/x',
  ];

  it.each(UNKNOWN)('shows the 404 page to an administrator: %s', async (path) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    useSession.setState({ status: 'signed_in', user: ADMIN });
    open(path);
    await heading('Oops! Page not found');
    expect(warned.mock.calls).toEqual([['404: there is no page at', path]]);
  });

  it.each(UNKNOWN)('is behind no sign-in: %s', async (path) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(isBehindSignIn(path)).toBe(false);
    open(path);
    await heading('Oops! Page not found');
  });

  it('is none that the server knows', () => {
    const alarm = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const known = [alarmPath(alarm), pastAlarmPath(alarm), reportPath(alarm), '/building/log/'];
    expect(known.map(isBehindSignIn)).toEqual([true, true, true, true]);
  });
});

describe('the promises of the policies', () => {
  it.each([
    ['/privacy', 'Larmhistorik sparas i 12 månader.'],
    ['/privacy', 'Kontouppgifter raderas inom 30 dagar efter att kontot har stängts.'],
    [
      '/privacy',
      'Vid ett larm ser grannarna ditt namn och lägenhetsnummer, men inte din e-postadress eller ditt telefonnummer.',
    ],
    [
      '/terms',
      'Uppsägningstiden är 3 månader. Du kan sluta använda tjänsten och stänga kontot när du vill.',
    ],
    ['/terms', 'Du ska vara minst 18 år eller ha vårdnadshavares godkännande.'],
    [
      '/terms',
      'Förbjudet: falska larm, trakasserier, att dela kontot, att kringgå säkerheten, kommersiell användning.',
    ],
    ['/terms', 'ResQ ersätter inte 112.'],
    [
      '/terms',
      'ResQ är gratis under betan. Därefter kostar det cirka 29 kr/månad för privatpersoner. Vi meddelar det minst 30 dagar i förväg.',
    ],
    ['/cookies', 'Beständiga cookies sparas i högst 12 månader.'],
    ['/cookies', 'Inloggningscookies sparas tills du loggar ut, dock högst 30 dagar.'],
  ])('%s contains: %s', async (path, sentence) => {
    open(path);
    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
  });
});

describe('the pages behind the sign-in', () => {
  it.each(['/app', '/building', '/admin/codes', '/admin/passwords'])(
    '%s sends a visitor to the sign-in page',
    async (path) => {
      open(path);
      await heading(/Logga in/);
    },
  );

  it('a user who signs in returns to the requested page', async () => {
    open('/app');
    await heading(/Logga in/);
    serve({ 'GET /auth/me': () => ok({ user: ANNA, memberships: [], demo: false }) });
    act(() => useSession.setState({ status: 'signed_in', user: ANNA }));
    await heading('Larmpanelen');
  });

  it('a user who signs in on the way to the codes continues at the start page', async () => {
    open('/admin/codes');
    await heading(/Logga in/);
    act(() => useSession.setState({ status: 'signed_in', user: ANNA }));
    await heading('Welcome');
  });

  it('a session that ends under an open page shows that alarms no longer arrive', async () => {
    useSession.setState({ status: 'signed_in', user: ANNA });
    open('/app');
    await heading('Larmpanelen');
    act(() => useSession.setState({ status: 'signed_out', user: undefined }));
    await screen.findByText('Du är utloggad. Larm når inte den här fliken.');
  });

  it('a session that had ended before the page was opened shows that too', async () => {
    useSession.setState({ status: 'unknown' });
    open('/app');
    act(() => useSession.setState({ status: 'signed_out', user: undefined, ended: true }));
    await screen.findByText('Du är utloggad. Larm når inte den här fliken.');
  });

  it('signing out leads to the start page', async () => {
    useSession.setState({ status: 'signed_in', user: ANNA });
    open('/app/');
    await heading('Larmpanelen');
    act(() => useSession.setState({ status: 'signed_out', user: undefined, left: true }));
    await heading('Welcome');
  });

  it('shows neither page nor sign-in while the session is being checked', () => {
    useSession.setState({ status: 'unknown' });
    open('/app');
    screen.getByText('Laddar …');
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
