import { PAGES } from '@contract/paths';
import { NavLink } from 'react-router-dom';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';
import { signOut } from '../../lib/session/sign-in.js';
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
        <NavLink
          key={to}
          to={to}
          end={to === PAGES.app}
          className={({ isActive }) => `${ITEM} ${isActive ? 'underline underline-offset-8' : ''}`}
        >
          {text}
        </NavLink>
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
