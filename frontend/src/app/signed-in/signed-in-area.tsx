import { PAGES, plainPath } from '@contract/paths';
import { Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/session/session.js';
import { Loading } from '../../ui/loading.js';
import { AccountClosed, SignedInShell } from '../pages.js';
import { PublicShell } from '../public-shell.js';

/** Only these pages are opened again after a sign-in; all others continue at the start page. */
const leadsBack = (pathname: string) =>
  pathname === PAGES.join || pathname === PAGES.app || pathname.startsWith(`${PAGES.app}/`);

/**
 * Guards the pages behind a sign-in. `/join` is open to visitors and links to the sign-in itself.
 */
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
  // A session that ends under an open page must show, because alarms no longer reach this tab.
  return <Navigate to={PAGES.auth} replace state={{ ...back, ended: wasSignedIn }} />;
}
