import type { Home } from '@contract/alarm';
import { entranceIn, homeKeyIn } from '@contract/homes';
import type { Member, MemberReadiness } from '@contract/http';
import { useBuildingReadiness } from '../../../lib/realtime/building-readiness.js';
import { type DrawnHome, Facade, type WindowPattern } from '../../../ui/facade/facade.js';
import { Section } from '../../../ui/pages/page.js';
import { BUILDING } from '../buildings.copy.js';

/** The states from the best to the worst, with the pattern of the window. */
const PATTERNS: [MemberReadiness, WindowPattern][] = [
  ['ready', 'lit'],
  ['readyByPush', 'lit'],
  ['readyWhileOpen', 'lit'],
  ['untested', 'hatched'],
  ['muted', 'hatched'],
  ['away', 'dark'],
];

/**
 * Draws the building with a window for each home, by the best of its members.
 * @param homes those of the building's list, with a member or without
 */
export function BuildingNow({ members, homes }: { members: Member[]; homes: Home[] }) {
  return (
    <Section heading={BUILDING.now}>
      <Facade homes={homesOf(members, homes)} words={BUILDING.windows} empty={BUILDING.noHomes} />
    </Section>
  );
}

function homesOf(members: Member[], listed: Home[]): DrawnHome[] {
  const rank = ({ readiness }: Member) => PATTERNS.findIndex(([state]) => state === readiness);
  const keyOf = homeKeyIn([...listed, ...members]);
  const homes = new Map<string, DrawnHome>();
  for (const member of members.toSorted((a, b) => rank(a) - rank(b))) {
    const { apartment } = member;
    const key = keyOf(member);
    const pattern = PATTERNS[rank(member)]?.[1] ?? 'dark';
    if (key && !homes.has(key)) homes.set(key, { entrance: entranceIn(key), apartment, pattern });
  }
  for (const home of listed) {
    const key = keyOf(home);
    if (!key || homes.has(key)) continue;
    homes.set(key, { ...home, entrance: entranceIn(key), pattern: 'open' });
  }
  return [...homes.values()];
}

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
