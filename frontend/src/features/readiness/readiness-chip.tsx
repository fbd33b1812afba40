import { PAGES } from '@contract/paths';
import type { PropsWithChildren } from 'react';
import { useBuildingReadiness } from '../../lib/realtime/building-readiness.js';
import { Link } from '../../ui/link.js';
import { READINESS } from './readiness.copy.js';
import { useReadiness } from './use-readiness.js';

const SHAPES = {
  ready: '●',
  readyWhileOpen: '◐',
  readyByPush: '●',
  untested: '◐',
  muted: '◐',
  connecting: '○',
  away: '○',
  noBuilding: '○',
};

/**
 * Shows whether an alarm would reach this tab and sound, or what is missing: by shape and word, never
 * by colour alone. It links to the test.
 * @param about what `children` show above it, where both together are one target
 */
export function ReadinessChip({ about, children }: PropsWithChildren<{ about?: string }>) {
  const state = useReadiness();
  return (
    <Link
      to={PAGES.check}
      aria-label={`${about ? `${about}. ` : ''}${READINESS.chipLeads(READINESS.state[state])}`}
      className="flex min-h-12 max-w-full flex-col items-start justify-center gap-1 rounded-card text-meta leading-tight font-semibold hover:underline"
    >
      {children}
      <span className="flex items-baseline gap-1 rounded-full border border-line px-2.5 py-1 max-[24rem]:px-2 max-[24rem]:text-[0.8rem]">
        <span aria-hidden="true">{SHAPES[state]}</span>
        <span>{READINESS.state[state]}</span>
      </span>
    </Link>
  );
}

/**
 * Shows how many neighbours an alarm would reach. Two lines are reserved on a phone, so that nothing
 * below moves under a finger when the count arrives or changes.
 */
export function NeighboursReady({ buildingId }: { buildingId: string }) {
  const readiness = useBuildingReadiness(buildingId);
  return (
    <p className="min-h-[2lh] font-semibold sm:min-h-[1lh] short:text-[1rem] short:leading-[1.1]">
      {readiness && READINESS.neighbours(readiness)}
    </p>
  );
}
