import type { Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { isolated } from '@contract/written-text';
import { Suspense } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router-dom';
import { shortAddress } from '../../features/alarms/model/format.js';
import { ReadinessChip } from '../../features/readiness/readiness-chip.js';
import { useMedia, WIDE } from '../../lib/hooks/use-media.js';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { selectBuilding, useSelectedBuilding } from '../../lib/session/selected-building.js';
import { useSession } from '../../lib/session/session.js';
import { signOut } from '../../lib/session/sign-in.js';
import { Link } from '../../ui/link.js';
import { Loading } from '../../ui/loaded.js';
import { Names } from '../../ui/names.js';
import { PageFrame, PageHeader, PageMain } from '../../ui/pages/page-frame.js';
import { Ring112 } from '../../ui/ring-112.js';
import { ErrorBoundary } from '../error-boundary.js';
import { PAGE_LIST, type Who } from '../pages.js';
import { SHELL } from '../shell.copy.js';
import { ThemeToggle } from '../public-shell.js';

/** `ROOMY` fits the building switch into the header's row, `TALL` into a second row below it. */
const ROOMY = '(min-width: 30rem)';
const TALL = '(min-height: 45rem)';

/** Surrounds every page behind the sign-in. */
export default function SignedInShell() {
  const wide = useMedia(WIDE);
  const roomy = useMedia(ROOMY);
  const tall = useMedia(TALL);
  const { pathname } = useLocation();
  const memberships = activeMemberships(useMe((state) => state.me));
  const selected = useSelectedBuilding(memberships);
  const buildingSwitch = selected && memberships.length > 1 && (
    <BuildingSwitch memberships={memberships} selected={selected} />
  );
  return (
    <PageFrame>
      <PageHeader
        below={
          !roomy && tall && buildingSwitch && <div className="column pb-2">{buildingSwitch}</div>
        }
      >
        {roomy && buildingSwitch ? (
          <div className="min-w-0">{buildingSwitch}</div>
        ) : (
          <Link
            to={PAGES.app}
            className="-mx-1 flex min-h-12 min-w-min items-center max-sm:flex-[1_1_0] lg:shrink-0 rounded-card px-1 text-meta leading-tight font-bold sm:text-button"
          >
            {/* The row breaks before a word of the address does, unless it is wider than the window. */}
            <span className="line-clamp-3 max-w-[calc(100vw-2rem)] *:wrap-break-word sm:line-clamp-2">
              <Names in={isolated(selected ? shortAddress(selected.building) : 'ResQ')} />
            </span>
          </Link>
        )}
        {wide && <SignedInMenu />}
        <div className="flex flex-wrap items-center gap-2 sm:gap-4 lg:shrink-0 lg:flex-nowrap lg:gap-2">
          <ReadinessChip />
          {/* The smallest phones have room for either the icon or the building's name. */}
          <Ring112 address={selected?.building.address} className="max-[24rem]:[&_svg]:hidden" />
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
        // The bars stand above the menu in every scroll position, so that they never cover it.
        <div className="order-last border-t border-edge px-2 pb-[env(safe-area-inset-bottom)]">
          {/* Small phones show the switch here. In the header it would push the alarm buttons
              down to where the send sheet has its buttons. */}
          {!roomy && !tall && buildingSwitch && <div className="px-2 pt-2">{buildingSwitch}</div>}
          <SignedInMenu />
        </div>
      )}
    </PageFrame>
  );
}

interface BuildingSwitchProps {
  memberships: Membership[];
  selected: Membership;
}

/** Replaces the address in the header for a member of several buildings. */
export function BuildingSwitch({ memberships, selected }: BuildingSwitchProps) {
  return (
    <select
      aria-label={SHELL.buildingSwitch}
      translate="no"
      value={selected.building.id}
      onChange={(event) => selectBuilding(event.target.value)}
      className="control-border min-h-12 w-full min-w-0 rounded-card bg-page px-2 text-meta font-bold text-ellipsis sm:px-3 sm:text-body"
    >
      {memberships.map(({ building }) => (
        <option key={building.id} value={building.id}>
          {shortAddress(building)}
        </option>
      ))}
    </select>
  );
}

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
