import { PAGES } from '@contract/paths';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { heightAs } from '../ui/pages/measured-height.js';
import { Toasts } from '../ui/toasts.js';
import { AlarmArea } from './alarm-area.js';
import { AlarmBoundary } from './alarm-boundary.js';
import { ErrorBoundary } from './error-boundary.js';
import { isBehindSignIn } from './pages.js';
import { Router } from './router.js';

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
            className="bottom-0 z-10 print:hidden [@media(min-height:20rem)]:sticky"
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
