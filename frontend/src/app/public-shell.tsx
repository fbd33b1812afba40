import { PAGES, plainPath } from '@contract/paths';
import { Moon, Phone, Sun } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { toggleTheme, useTheme } from '../lib/browser/theme.js';
import { useSession } from '../lib/session/session.js';
import { Link, LONE_LINK } from '../ui/link.js';
import { Loading } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { PageFooter, PageFrame, PageHeader, PageMain } from '../ui/pages/page-frame.js';
import { PAGE_LIST } from './pages.js';
import { SHELL } from './shell.copy.js';

const INFO_PAGES = PAGE_LIST.filter(({ who, name }) => who === 'everybody' && name);

interface PublicShellProps {
  children?: ReactNode;
  /** False for the gate, which has a sign-in link of the same name itself. */
  footerSignIn?: boolean;
}

export function PublicShell({ children, footerSignIn = true }: PublicShellProps) {
  const { pathname } = useLocation();
  // The reset page has its own link to the sign-in page.
  const signIn = footerSignIn && plainPath(pathname) !== PAGES.reset;
  return (
    <PageFrame>
      <PageHeader>
        <div className="flex items-center gap-4">
          <Link to={PAGES.home} className="flex min-h-12 items-center rounded-card">
            <Logo />
          </Link>
          <p className="hidden border-l border-edge pl-4 text-muted sm:block">{SHELL.tagline}</p>
        </div>
        <ThemeToggle />
      </PageHeader>
      <PageMain bleeding>
        <UnfinishedSignOut />
        <Suspense fallback={<Loading />}>{children ?? <Outlet />}</Suspense>
      </PageMain>
      <PageFooter>
        <PublicFooter signIn={signIn} />
      </PageFooter>
    </PageFrame>
  );
}

function UnfinishedSignOut() {
  const failed = useSession((state) => state.leaveFailed);
  if (!failed) return null;
  return (
    // A page that bleeds begins higher by the padding of its surroundings.
    <div className="pb-[calc(1rem+var(--bleeding-pad))]">
      <Notice kind="error" role="alert">
        {SHELL.signOutFailed}
      </Notice>
    </div>
  );
}

function PublicFooter({ signIn }: { signIn: boolean }) {
  const signedOut = useSession((state) => state.status === 'signed_out');
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:justify-between lg:gap-16">
      <div className="flex flex-col gap-2 lg:shrink-0">
        <p className="flex items-center gap-2 font-semibold">
          <Phone aria-hidden="true" className="size-5 shrink-0" />
          <span>{SHELL.not112}</span>
        </p>
        <p className="text-muted">{SHELL.beta}</p>
      </div>
      <nav aria-label={SHELL.information} className="print:hidden">
        <ul className="flex flex-wrap gap-x-6 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] lg:-my-3 lg:w-[38rem]">
          {INFO_PAGES.map(({ path, name }) => (
            <li key={path}>
              <Link to={path} className={LONE_LINK}>
                {name}
              </Link>
            </li>
          ))}
          {signIn && signedOut && (
            <li>
              <Link to={PAGES.auth} className={LONE_LINK}>
                {SHELL.toSignIn}
              </Link>
            </li>
          )}
        </ul>
      </nav>
    </div>
  );
}

function Logo() {
  return (
    <span className="inline-flex items-center gap-1.5 text-h2 font-bold">
      <Mark />
      <span translate="no">ResQ</span>
    </span>
  );
}

export function Mark({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={`size-8 shrink-0 text-primary ${className}`}
    >
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <g className="stroke-primary-ink" fill="none" strokeWidth="2.5" strokeLinecap="round">
        <path d="M8 24V13.5L16 7l8 6.5V24z" strokeLinejoin="round" />
        <path d="M16 12.7v3.9M16 19.7v.01" strokeWidth="2.9" />
      </g>
    </svg>
  );
}

export function ThemeToggle() {
  const dark = useTheme((state) => state.theme === 'dark');
  const Icon = dark ? Sun : Moon;
  const label = dark ? SHELL.toLight : SHELL.toDark;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={toggleTheme}
      className="flex size-12 shrink-0 items-center justify-center rounded-card hover:bg-surface print:hidden"
    >
      <Icon aria-hidden="true" className="size-6" />
    </button>
  );
}
