import { useBuildingReadiness } from '../../lib/realtime/building-readiness.js';
import { READINESS } from './readiness.copy.js';

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
