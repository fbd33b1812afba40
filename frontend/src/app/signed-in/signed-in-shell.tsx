import type { Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { isolated } from '@contract/written-text';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { shortAddress } from '../../features/alarms/model/format.js';
import { ReadinessChip } from '../../features/readiness/readiness-chip.js';
import { useMedia } from '../../lib/hooks/use-media.js';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { selectBuilding, useSelectedBuilding } from '../../lib/session/selected-building.js';
import { Link } from '../../ui/link.js';
import { Loading } from '../../ui/loaded.js';
import { Names } from '../../ui/names.js';
import { optional } from '../../ui/optional.js';
import { heightAs, PageFrame, PageHeader, PageMain } from '../../ui/pages/page-frame.js';
import { Ring112 } from '../../ui/ring-112.js';
import { ErrorBoundary } from '../error-boundary.js';
import { Mark } from '../public-shell.js';
import { SHELL } from '../shell.copy.js';
import './signed-in-shell.css';

/** `ROOMY` fits the building switch into the header's row, `TALL` into a second row below it. */
const ROOMY = '(min-width: 40rem)';
const TALL = '(min-height: 45rem)';
/** The menu fits into the header's row. */
const WIDE = '(min-width: 70rem)';

/** The menu is not needed for an alarm, so the panel does not wait for it. */
const menu = () => import('../menu/signed-in-menu.js');
const WideMenu = optional(() => menu().then((module) => module.WideMenu));
const TabBar = optional(() => menu().then((module) => module.TabBar));
const AdminLinks = optional(() => menu().then((module) => module.AdminLinks));

const menuHeight = heightAs('--menu-height');

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
  const name = isolated(selected ? shortAddress(selected.building) : 'ResQ');
  return (
    <PageFrame>
      <PageHeader
        below={
          !roomy && tall && buildingSwitch && <div className="column pb-2">{buildingSwitch}</div>
        }
      >
        {roomy ? (
          <>
            <div className="flex min-w-0 items-center gap-2 lg:shrink-0">
              <Link
                to={PAGES.app}
                className="-mx-1 flex min-h-12 items-center gap-2 rounded-card px-1 text-button leading-tight font-bold"
              >
                <Mark />
                {buildingSwitch ? (
                  <span className="sr-only">ResQ</span>
                ) : (
                  <span className="line-clamp-2 *:wrap-break-word">
                    <Names in={name} />
                  </span>
                )}
              </Link>
              {buildingSwitch}
            </div>
            {wide && (
              <Suspense fallback={<span className="grow" />}>
                <WideMenu />
              </Suspense>
            )}
            <div className="ms-auto flex items-center gap-4 lg:shrink-0">
              <ReadinessChip />
              <Ring112 address={selected?.building.address} />
            </div>
          </>
        ) : (
          <>
            <div className="min-w-0 flex-[1_1_8rem]">
              {buildingSwitch ? (
                <ReadinessChip />
              ) : (
                <ReadinessChip about={name}>
                  <span className="flex max-w-full items-center gap-1.5 text-[1rem] leading-tight font-bold">
                    <Mark className="size-5! max-[22.4rem]:hidden" />
                    <span className="line-clamp-3 min-w-0 *:wrap-break-word">
                      <Names in={name} />
                    </span>
                  </span>
                </ReadinessChip>
              )}
            </div>
            <Ring112 className="max-[24rem]:[&_svg]:hidden" />
          </>
        )}
      </PageHeader>
      {!wide && pathname.startsWith('/admin/') && (
        <Suspense fallback={<div className="min-h-12" />}>
          <AdminLinks />
        </Suspense>
      )}
      <PageMain>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </PageMain>
      {!wide && (
        // The bars stand above the menu in every scroll position, so that they never cover it.
        <div ref={menuHeight} className="tab-bar order-last border-t border-edge bg-page">
          {/* Small phones show the switch here. In the header it would push the alarm buttons
              down to where the send sheet has its buttons. */}
          {!roomy && !tall && buildingSwitch && <div className="px-4 pt-2">{buildingSwitch}</div>}
          <Suspense fallback={<div className="min-h-14" />}>
            <TabBar />
          </Suspense>
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
