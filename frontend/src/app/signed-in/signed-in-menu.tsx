import { PAGES } from '@contract/paths';
import { useMatch } from 'react-router-dom';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';
import { signOut } from '../../lib/session/sign-in.js';
import { Link } from '../../ui/link.js';
import { PAGE_LIST, type Who } from '../pages.js';
import { SHELL } from '../shell.copy.js';
import { ThemeToggle } from '../theme-toggle.js';

const ITEM =
  'inline-flex min-h-12 items-center rounded-card px-2 text-meta font-semibold whitespace-nowrap hover:bg-surface sm:text-body';

export function SignedInMenu() {
  const memberships = activeMemberships(useMe((state) => state.me));
  const admin = useSession((state) => state.user?.roles.includes('admin'));
  const roles: Partial<Record<Who, boolean>> = {
    user: true,
    member: memberships.length > 0,
    manager: memberships.some(({ role }) => role === 'manager'),
    admin,
  };

  return (
    <nav
      aria-label={SHELL.navigation}
      className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-1 sm:justify-end"
    >
      {PAGE_LIST.map(
        ({ path, who, name }) =>
          name &&
          roles[who] && (
            <MenuLink key={path} to={path}>
              {name}
            </MenuLink>
          ),
      )}
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
