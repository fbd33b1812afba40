import { PAGES } from '@contract/paths';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { scrollFocusAbove } from '../lib/browser/scroll-padding.js';
import { Toasts } from '../ui/toasts.js';
import { AlarmArea } from './alarm-area.js';
import { ErrorBoundary } from './error-boundary.js';
import { isBehindSignIn } from './pages.js';
import { Router } from './router.js';

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
            ref={scrollFocusAbove}
            className="bottom-0 z-10 print:hidden [@media(min-height:20rem)]:sticky"
          >
            <PlacedToasts />
            <AlarmArea />
          </div>
        </div>
      </ErrorBoundary>
    </BrowserRouter>
  );
}

function PlacedToasts() {
  const { pathname } = useLocation();
  if (isBehindSignIn(pathname)) return <Toasts at="top" />;
  return <Toasts at={pathname === PAGES.home ? 'bottom' : 'overForm'} />;
}
