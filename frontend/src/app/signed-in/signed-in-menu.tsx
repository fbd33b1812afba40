import { PAGES } from '@contract/paths';
import { useMatch } from 'react-router-dom';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';
import { signOut } from '../../lib/session/sign-in.js';
import { Link } from '../../ui/link.js';
import { SHELL } from '../shell.copy.js';
import { ThemeToggle } from '../theme-toggle.js';

const ITEM =
  'inline-flex min-h-12 items-center rounded-card px-2 text-meta font-semibold whitespace-nowrap hover:bg-surface sm:text-body';

export function SignedInMenu() {
  const memberships = activeMemberships(useMe((state) => state.me));
  const manages = memberships.some((one) => one.role === 'manager');
  const admin = useSession((state) => state.user?.roles.includes('admin') ?? false);
  const links = [
    { to: PAGES.app, text: SHELL.panel, shown: true },
    { to: PAGES.history, text: SHELL.history, shown: memberships.length > 0 },
    { to: PAGES.profile, text: SHELL.profile, shown: true },
    { to: PAGES.building, text: SHELL.building, shown: manages },
    { to: PAGES.adminCodes, text: SHELL.codes, shown: admin },
    { to: PAGES.adminPasswords, text: SHELL.passwordLink, shown: admin },
    { to: PAGES.adminAudit, text: SHELL.audit, shown: admin },
  ].filter((link) => link.shown);

  return (
    <nav
      aria-label={SHELL.navigation}
      className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-1 sm:justify-end"
    >
      {links.map(({ to, text }) => (
        <MenuLink key={to} to={to}>
          {text}
        </MenuLink>
      ))}
      <button type="button" className={ITEM} onClick={() => void signOut()}>
        {SHELL.signOut}
      </button>
      {/* On a phone the profile has this button: a second row would take the alarm buttons'
          space. */}
      <span className="max-sm:hidden">
        <ThemeToggle />
      </span>
    </nav>
  );
}

/** Marks the link of the page that is open. The panel's address begins that of other pages. */
function MenuLink({ to, children }: { to: string; children: string }) {
  const isOpen = useMatch({ path: to, end: to === PAGES.app }) !== null;
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      className={`${ITEM} ${isOpen ? 'underline underline-offset-8' : ''}`}
    >
      {children}
    </Link>
  );
}
