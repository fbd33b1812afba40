import { PAGES } from '@contract/paths';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { Toasts } from '../ui/toasts.js';
import { ErrorBoundary } from './error-boundary.js';
import { isBehindSignIn } from './pages.js';
import { Router } from './router.js';

export function App() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Router />
      </ErrorBoundary>
      <PlacedToasts />
    </BrowserRouter>
  );
}

function PlacedToasts() {
  const { pathname } = useLocation();
  if (isBehindSignIn(pathname)) return <Toasts at="top" />;
  return <Toasts at={pathname === PAGES.home ? 'bottom' : 'overForm'} />;
}
