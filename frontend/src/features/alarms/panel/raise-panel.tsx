import { ALARM_TYPES } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { type ReactNode, useId } from 'react';
import { useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { COPY } from '../model/alarms.copy.js';
import { KINDS } from '../model/kinds.copy.js';
import { openSheet } from '../send/send-store.js';

export interface RaisePanelProps {
  /** Active memberships. */
  memberships: Membership[];
  /** Shown above the buttons, for the selected building. */
  aboutBuilding?: (buildingId: string) => ReactNode;
  /** Shown below the buttons, for the selected building. */
  below?: (buildingId: string) => ReactNode;
  /** Shown beside the buttons, or at the end of the page, for the selected building. */
  beside?: (buildingId: string) => ReactNode;
  isBeside?: boolean;
}

/** The buttons that open the sheet, for the selected building. */
export function RaisePanel({ memberships, aboutBuilding, below, ...rest }: RaisePanelProps) {
  const membership = useSelectedBuilding(memberships);
  const { beside, isBeside } = rest;
  if (!membership) return null;
  return (
    // The buttons lie within reach of the thumb, but above the position of the sheet's buttons.
    <div
      className={
        isBeside
          ? 'grid grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] items-start gap-10'
          : 'flex flex-col gap-10'
      }
    >
      <div className="mx-auto flex w-full max-w-form flex-col gap-4 short:-my-5 short:gap-1 sideways:-my-4 sideways:max-w-none sideways:gap-2 lg:max-w-none max-lg:[@media(min-height:720px)]:min-h-[calc(100dvh-14.5rem)]">
        <PageTitle title={COPY.panel.window} className="text-h1 short:text-h2 sideways:text-h2">
          {COPY.panel.title}
        </PageTitle>
        {aboutBuilding?.(membership.building.id)}
        <TypeButtons membership={membership} />
        <div>
          <p className="text-muted short:text-meta">{COPY.notInsteadOf112}</p>
          {below?.(membership.building.id)}
        </div>
      </div>
      {beside?.(membership.building.id)}
    </div>
  );
}

export function TypeButtons({ membership }: { membership: Membership }) {
  const id = useId();
  return (
    <div className="mt-auto grid gap-4 short:gap-3 lg:mt-0 lg:grid-cols-3 sideways:grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] sideways:gap-3">
      {ALARM_TYPES.map((type) => {
        const { Icon, surface, name, hint } = KINDS[type];
        return (
          <button
            key={type}
            type="button"
            aria-describedby={id + type}
            onClick={() => openSheet(membership, type)}
            className={`flex min-h-24 w-full flex-wrap items-center gap-x-4 rounded-card px-5 py-3 text-left lg:min-h-56 lg:flex-col lg:flex-nowrap lg:items-start lg:gap-2 lg:py-5 sideways:min-h-24! sideways:px-3 sideways:py-2 ${surface}`}
          >
            <Icon
              aria-hidden="true"
              strokeWidth={2.5}
              className="size-10 shrink-0 lg:mb-auto lg:size-14 sideways:size-10"
            />
            <span className="min-w-min flex-1 lg:flex-none sideways:flex-1">
              <span className="block text-h2 font-bold">{name}</span>
              {/* The hint is not a part of the button's name, which is read out every time. */}
              <span
                id={id + type}
                aria-hidden="true"
                className="block text-body leading-tight text-balance"
              >
                {hint}
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
