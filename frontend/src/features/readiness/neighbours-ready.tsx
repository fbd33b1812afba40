import { useBuildingReadiness } from './building-readiness.js';
import { READINESS } from './readiness.copy.js';

/**
 * Shows how many neighbours an alarm would reach. The line is reserved, so that nothing below moves
 * under a finger when the count arrives.
 */
export function NeighboursReady({ buildingId }: { buildingId: string }) {
  const readiness = useBuildingReadiness(buildingId);
  return (
    <p className="min-h-6 text-meta max-[22rem]:min-h-12 sm:text-body">
      {readiness && READINESS.neighbours(readiness)}
    </p>
  );
}
