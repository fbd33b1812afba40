import { PAGES } from '@contract/paths';
import { Suspense, useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { AlarmHost } from '../features/alarms/alarm-host.js';
import { ReadinessChip } from '../features/alarms/readiness-chip.js';
import { activeMemberships, loadMe, useMe } from '../lib/me.js';
import { Loading } from '../ui/loading.js';
import { PageFrame, PageHeader, PageMain } from '../ui/page-frame.js';
import { Ring112 } from '../ui/ring-112.js';
import { ErrorBoundary } from './error-boundary.js';
import { SignedInMenu } from './signed-in-menu.js';
import { useWide } from './use-wide.js';

const ASK_AGAIN_MS = 5_000;

/**
 * Around every signed-in page. The alarm's whole path is part of this chunk and mounted once, outside
 * the page's own error boundary: a page that breaks must not take the alarm with it.
 */
export default function SignedInShell() {
  const wide = useWide();
  const { pathname } = useLocation();
  const building = useMe((state) => activeMemberships(state.me)[0]?.building);
  useLoadedMe();
  return (
    <PageFrame>
      <PageHeader>
        <Link
          to={PAGES.app}
          className="-mx-1 flex min-h-12 min-w-0 items-center rounded-card px-1 text-meta leading-tight font-bold sm:text-button"
        >
          <span className="line-clamp-2">{building?.name ?? 'ResQ'}</span>
        </Link>
        {wide && <SignedInMenu />}
        <div className="flex shrink-0 items-center gap-2 sm:gap-4">
          <ReadinessChip />
          <Ring112 address={building?.address} />
        </div>
      </PageHeader>
      <PageMain>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </PageMain>
      {!wide && (
        <div className="border-t border-edge px-2 pb-[env(safe-area-inset-bottom)]">
          <SignedInMenu />
        </div>
      )}
      <AlarmHost />
    </PageFrame>
  );
}

function useLoadedMe(): void {
  const status = useMe((state) => state.status);

  useEffect(() => void loadMe(), []);

  useEffect(() => {
    if (status !== 'failed') return;
    const timer = setInterval(() => void loadMe(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [status]);
}
