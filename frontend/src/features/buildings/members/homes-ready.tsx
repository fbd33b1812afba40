import { useBuildingReadiness } from '../../../lib/realtime/building-readiness.js';
import { type DrawnHome, Facade } from '../../../ui/facade/facade.js';
import { Section } from '../../../ui/pages/page.js';
import { BUILDING } from '../buildings.copy.js';

/**
 * Draws for a resident how many homes are ready, which is all that neighbours may know: the windows are lit
 * from the bottom, and none of them is somebody's.
 */
export function HomesReady({ buildingId }: { buildingId: string }) {
  const readiness = useBuildingReadiness(buildingId);
  if (!readiness) return null;
  const { homesReady, homesKnown } = readiness;
  return (
    <Section heading={BUILDING.now}>
      <Facade
        homes={windowsOf(homesReady, homesKnown)}
        words={BUILDING.inNumbers.windows}
        empty={BUILDING.noHomes}
      />
      <p className="text-meta text-muted">{BUILDING.inNumbers.about}</p>
    </Section>
  );
}

/** As many windows on each floor as there are floors. */
export function windowsOf(ready: number, known: number): DrawnHome[] {
  const wide = Math.max(3, Math.ceil(Math.sqrt(known)));
  return Array.from({ length: known }, (_, index) => ({
    apartment: String(1001 + 100 * Math.floor(index / wide) + (index % wide)),
    pattern: index < ready ? 'lit' : 'dark',
  }));
}
