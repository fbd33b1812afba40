import { PAGES, plainPath } from '@contract/paths';
import { Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session/session.js';
import { Loading } from '../ui/loading.js';
import { AccountClosed, SignedInShell } from './pages.js';
import { PublicShell } from './public-shell.js';

/** Only these lead back after a sign-in; everything else goes on from the start page. */
const leadsBack = (pathname: string) =>
  pathname === PAGES.join || pathname === PAGES.app || pathname.startsWith(`${PAGES.app}/`);

/** Everything behind a sign-in. An invitation is shown to all: its page asks for the sign-in itself. */
export function SignedInArea() {
  const { status, left, erasedBy } = useSession();
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
  // A session that ended under an open page is never silent: alarms no longer reach this tab.
  return <Navigate to={PAGES.auth} replace state={{ ...back, ended: wasSignedIn }} />;
}
