import { PAGES } from '@contract/paths';
import { type ReactNode, Suspense } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { useSession } from '../lib/session.js';
import { Loading } from '../ui/loading.js';
import { Logo } from '../ui/logo.js';
import { PageFooter, PageFrame, PageHeader, PageMain } from '../ui/page-frame.js';
import { LONE_LINK } from '../ui/text-link.js';
import { INFO_LINKS, SHELL } from './shell.copy.js';
import { ThemeToggle } from './theme-toggle.js';

interface PublicShellProps {
  children?: ReactNode;
  /** The gate has its own way to the sign-in and needs no second one of the same name. */
  footerSignIn?: boolean;
}

export function PublicShell({ children, footerSignIn = true }: PublicShellProps) {
  const signedOut = useSession((state) => state.status === 'signed_out');
  return (
    <PageFrame>
      <PageHeader>
        <Link to={PAGES.home} className="flex min-h-12 items-center rounded-card">
          <Logo />
        </Link>
        <ThemeToggle />
      </PageHeader>
      <PageMain>
        <Suspense fallback={<Loading />}>{children ?? <Outlet />}</Suspense>
      </PageMain>
      <PageFooter>
        <nav aria-label={SHELL.information}>
          <ul className="flex flex-wrap gap-x-6">
            {INFO_LINKS.map(({ to, text }) => (
              <li key={to}>
                <Link to={to} className={LONE_LINK}>
                  {text}
                </Link>
              </li>
            ))}
            {footerSignIn && signedOut && (
              <li>
                <Link to={PAGES.auth} className={LONE_LINK}>
                  {SHELL.toSignIn}
                </Link>
              </li>
            )}
          </ul>
        </nav>
        <p className="mt-3 text-muted">{SHELL.not112}</p>
      </PageFooter>
    </PageFrame>
  );
}
