import { useHouseReadiness } from './building-readiness.js';
import { READINESS } from './readiness.copy.js';

/**
 * How many neighbours an alarm would wake, before one sends it. Its place is kept free, so that
 * nothing below moves under a finger when the number comes.
 */
export function NeighboursReady({ buildingId }: { buildingId: string }) {
  const readiness = useHouseReadiness(buildingId);
  return (
    <p className="min-h-6 text-meta max-[22rem]:min-h-12 sm:text-body">
      {readiness && READINESS.neighbours(readiness)}
    </p>
  );
}
