import type { Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { shown } from '@contract/written-text';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { activeMemberships, retryMe, useMe } from '../../lib/session/me.js';
import { selectBuilding, useSelectedBuilding } from '../../lib/session/selected-building.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { Loading } from '../../ui/loaded.js';
import { Names } from '../../ui/names.js';
import { Notice, RetryNotice } from '../../ui/notice.js';
import { Page } from '../../ui/pages/page.js';
import { BUILDING_PAGES } from './building-part.js';
import { BUILDING, WAYS_IN } from './buildings.copy.js';

interface BuildingFrameProps {
  /** The window's title and the headline. Without it the headline is the building's name. */
  title?: string;
  children: (membership: Membership) => ReactNode;
}

/** A page for a building's managers. The server checks the role again. */
export function BuildingFrame({ title, children }: BuildingFrameProps) {
  const { status, me } = useMe();
  const memberships = activeMemberships(me);
  const selected = useSelectedBuilding(memberships);
  if (!me) {
    if (status !== 'failed') return <Loading />;
    return (
      <Page title={title ?? BUILDING.title}>
        <RetryNotice onRetry={retryMe}>{BUILDING.notLoaded}</RetryNotice>
      </Page>
    );
  }

  const managed = memberships.filter((one) => one.role === 'manager');
  const own = selected?.role === 'manager' ? selected : undefined;
  return (
    <Page
      title={title ?? BUILDING.title}
      heading={title ?? (own && shown(own.building.name))}
      subtitle={own && !title ? shown(own.building.address) : undefined}
      className="gap-6"
    >
      {own ? (
        <>
          <Parts />
          {children(own)}
        </>
      ) : (
        <Notice>
          <p>
            <Names
              in={selected ? BUILDING.notManagerOf(selected.building.name) : BUILDING.notManager}
            />
          </p>
          <div className="flex flex-wrap gap-3">
            {managed.map((one) => (
              <Button
                key={one.id}
                variant="secondary"
                onClick={() => selectBuilding(one.building.id)}
              >
                <Names in={BUILDING.switchTo(one.building.name)} />
              </Button>
            ))}
            <Link to={PAGES.app} className={buttonClass({ variant: 'secondary' })}>
              {WAYS_IN.toPanel}
            </Link>
          </div>
        </Notice>
      )}
    </Page>
  );
}

function Parts() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={BUILDING.partsOf} className="-mx-2 flex flex-wrap gap-x-2 print:hidden">
      {BUILDING_PAGES.map(({ path, name }) => {
        if (!name) return null;
        const isOpen = pathname === path;
        return (
          <Link
            key={path}
            to={path}
            aria-current={isOpen ? 'page' : undefined}
            className={`inline-flex min-h-12 items-center rounded-card px-2 font-semibold hover:bg-surface ${isOpen ? 'underline underline-offset-8' : ''}`}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
