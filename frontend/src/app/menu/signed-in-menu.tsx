import { PAGES } from '@contract/paths';
import {
  Bell,
  Building2,
  History,
  KeyRound,
  LogOut,
  type LucideIcon,
  UserRound,
} from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';
import { signOut } from '../../lib/session/sign-in.js';
import { Link } from '../../ui/link.js';
import { PAGE_LIST, type Who } from '../pages.js';
import { MENU } from './menu.copy.js';

const ITEM =
  'inline-flex min-h-12 items-center rounded-card px-2 font-semibold whitespace-nowrap hover:bg-surface';
const MARKED = 'underline underline-offset-8';

/** The menu in the header of a wide window. */
export function WideMenu() {
  const pages = usePages();
  const isOpen = useIsOpen();
  // An administrator has seven pages, which stand in one row at 1440 px.
  const size = pages.length > 6 ? 'text-meta' : 'text-body';
  return (
    <nav aria-label={MENU.navigation} className="flex min-w-0 grow flex-wrap items-center ps-4">
      {pages.map(({ path, name, count }) => (
        <Link
          key={path}
          to={path}
          aria-current={isOpen(path) ? 'page' : undefined}
          className={`${ITEM} ${size} ${isOpen(path) ? MARKED : ''}`}
        >
          {`${name}${count}`}
        </Link>
      ))}
      {/* The profile has this button too. On a shared computer it must work without a network, where
          the code of the profile cannot be loaded. */}
      <button
        type="button"
        aria-label={MENU.signOut}
        title={MENU.signOut}
        onClick={() => void signOut()}
        className="flex size-12 shrink-0 items-center justify-center rounded-card hover:bg-surface"
      >
        <LogOut aria-hidden="true" className="size-6" />
      </button>
    </nav>
  );
}

/** The tabs at the bottom of a narrow window. One tab leads to all pages for administrators. */
const TABS: Partial<Record<string, [LucideIcon, string]>> = {
  [PAGES.app]: [Bell, MENU.tabs.app],
  [PAGES.history]: [History, MENU.tabs.history],
  [PAGES.building]: [Building2, MENU.tabs.building],
  [PAGES.profile]: [UserRound, MENU.tabs.profile],
  [PAGES.adminCodes]: [KeyRound, MENU.tabs.admin],
};

export function TabBar() {
  const pages = usePages();
  const isOpen = useIsOpen();
  return (
    <nav aria-label={MENU.navigation} className="flex flex-wrap justify-center">
      {pages.map(({ path, count }) => {
        const tab = TABS[path];
        if (!tab) return undefined;
        const [Icon, name] = tab;
        const isMarked = path === PAGES.adminCodes ? isOpen('/admin') : isOpen(path);
        return (
          <Link
            key={path}
            to={path}
            aria-current={isMarked ? 'page' : undefined}
            className={`flex min-h-14 max-w-40 min-w-min flex-1 flex-col items-center justify-center border-t-4 px-1 pb-1 text-meta leading-tight ${isMarked ? 'border-primary font-bold text-primary' : 'border-transparent font-semibold text-muted'}`}
          >
            <Icon aria-hidden="true" className="size-6 shrink-0" />
            <span>{`${name}${count}`}</span>
          </Link>
        );
      })}
    </nav>
  );
}

/** The pages for administrators, above their page in a narrow window. */
export function AdminLinks() {
  const pages = usePages().filter(({ who }) => who === 'admin');
  const isOpen = useIsOpen();
  return (
    <nav aria-label={MENU.administration} className="column flex flex-wrap gap-x-4 pt-2">
      {pages.map(({ path, name }) => (
        <Link
          key={path}
          to={path}
          aria-current={isOpen(path) ? 'page' : undefined}
          className={`${ITEM} px-0! text-meta! ${isOpen(path) ? MARKED : ''}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The pages that the menu lists for this person. */
function usePages() {
  const memberships = activeMemberships(useMe((state) => state.me));
  const admin = useSession((state) => state.user?.roles.includes('admin'));
  const roles: Partial<Record<Who, boolean>> = {
    user: true,
    member: memberships.length > 0,
    manager: memberships.some(({ role }) => role === 'manager'),
    admin,
  };
  const waiting = memberships.reduce((sum, one) => sum + (one.waiting ?? 0), 0);
  return PAGE_LIST.filter(({ who, name }) => name && roles[who]).map((page) => ({
    ...page,
    count: page.path === PAGES.building && waiting > 0 ? ` (${waiting})` : '',
  }));
}

/** Tells which page is open. The panel's address begins that of other pages. */
function useIsOpen(): (path: string) => boolean {
  const { pathname } = useLocation();
  return (path) => pathname === path || (path !== PAGES.app && pathname.startsWith(`${path}/`));
}
