import { isPage, PAGES, plainPath } from '@contract/paths';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session/session.js';
import { Loading } from '../ui/loaded.js';
import { heightAs } from '../ui/pages/page-frame.js';
import { Toasts } from '../ui/toasts.js';
import { AlarmArea, AlarmBoundary } from './alarm-area.js';
import { ErrorBoundary } from './error-boundary.js';
import { AccountClosed, isBehindSignIn, NotFound, PAGE_LIST, SignedInShell } from './pages.js';
import { PublicShell } from './public-shell.js';
import { Home } from './routes/home.js';

/** Browsers scroll what takes the focus above the bars (WCAG 2.4.11). */
const barsHeight = heightAs('--bars-height');

export function App() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <div className="flex min-h-dvh flex-col">
          {/* A page that breaks must not stop an alarm. */}
          <ErrorBoundary>
            <Router />
          </ErrorBoundary>
          <div
            ref={barsHeight}
            className="bottom-[var(--menu-room,0px)] z-10 print:hidden [@media(min-height:20rem)]:sticky"
          >
            <ErrorBoundary>
              <PlacedToasts />
            </ErrorBoundary>
            <AlarmBoundary>
              <AlarmArea />
            </AlarmBoundary>
          </div>
        </div>
      </ErrorBoundary>
    </BrowserRouter>
  );
}

function PlacedToasts() {
  const { pathname } = useLocation();
  const hasForm = pathname !== PAGES.home && !isBehindSignIn(pathname);
  return <Toasts at={hasForm ? 'overForm' : 'bottom'} />;
}

/** All parts of `ui`, for those who build them. The built app has neither the page nor its route. */
const Styleguide = import.meta.env.DEV
  ? lazy(() => import('./styleguide/styleguide.js'))
  : undefined;

const isPublic = ({ who }: (typeof PAGE_LIST)[number]) => who === 'everybody';
const routesOf = (pages: typeof PAGE_LIST) =>
  pages.map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);

export function Router() {
  const { pathname } = useLocation();
  useBeginAtTheTop(pathname);
  // The server decides by the same list, and the routes of these pages would match more.
  const pages = isPage(pathname) ? PAGE_LIST : [];
  return (
    <Suspense fallback={<Waiting />}>
      <Routes>
        <Route path={PAGES.home} element={<Home />} />
        {Styleguide && <Route path="/styleguide" element={<Styleguide />} />}
        <Route element={<SignedInArea />}>
          {routesOf(pages.filter((page) => !isPublic(page)))}
        </Route>
        <Route element={<PublicShell />}>
          {routesOf(pages.filter(isPublic))}
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

function Waiting() {
  return (
    <div className="px-4">
      <Loading />
    </div>
  );
}

function useBeginAtTheTop(pathname: string): void {
  useEffect(() => {
    // The braces drop the result: newer browsers return a promise, which an effect must not return.
    window.scrollTo(0, 0);
  }, [pathname]);
}

/** Only these pages are opened again after a sign-in; all others continue at the start page. */
const leadsBack = (pathname: string) =>
  pathname === PAGES.join || pathname === PAGES.app || pathname.startsWith(`${PAGES.app}/`);

/**
 * Guards the pages behind a sign-in. `/join` is open to visitors and links to the sign-in itself.
 */
function SignedInArea() {
  const { status, left, ended, erasedBy } = useSession();
  const location = useLocation();
  const pathname = plainPath(location.pathname);
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (status === 'signed_in' && !wasSignedIn) setWasSignedIn(true);

  if (status === 'unknown') {
    return (
      <PublicShell>
        <Loading />
      </PublicShell>
    );
  }
  if (status === 'signed_in') {
    return (
      <Suspense fallback={<Loading />}>
        <SignedInShell />
      </Suspense>
    );
  }
  if (wasSignedIn && erasedBy) {
    return (
      <PublicShell>
        <AccountClosed />
      </PublicShell>
    );
  }
  if (wasSignedIn && left) return <Navigate to={PAGES.home} replace />;
  if (pathname === PAGES.join) return <PublicShell />;
  const back = leadsBack(pathname) ? { from: pathname + location.hash } : {};
  // A session that has ended must show, because alarms no longer reach this tab.
  return <Navigate to={PAGES.auth} replace state={{ ...back, ended: wasSignedIn || ended }} />;
}
