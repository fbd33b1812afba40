import { PAGES, plainPath } from '@contract/paths';
import { Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session.js';
import { Loading } from '../ui/loading.js';
import { SignedInShell } from './pages.js';
import { PublicShell } from './public-shell.js';

/** Only these lead back after a sign-in; everything else goes on from the start page. */
const RETURNS: string[] = [PAGES.app, PAGES.join];

/** Everything behind a sign-in. An invitation is shown to everybody: it says that one is needed. */
export function SignedInArea() {
  const { status, left } = useSession();
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
  if (wasSignedIn && left) return <Navigate to={PAGES.home} replace />;
  if (pathname === PAGES.join) return <PublicShell />;
  const back = RETURNS.includes(pathname) ? { from: pathname + location.hash } : {};
  // A session that ended under an open page is never silent: alarms no longer reach this tab.
  return <Navigate to={PAGES.auth} replace state={{ ...back, ended: wasSignedIn }} />;
}
