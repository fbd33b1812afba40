import { homeKeyIn } from '@contract/homes';
import type { Member, MemberReadiness } from '@contract/http';
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

/** Draws the building with a window for each home that has a member, by the best of its members. */
export function BuildingNow({ members }: { members: Member[] }) {
  return (
    <Section heading={BUILDING.now}>
      <Facade homes={homesOf(members)} words={BUILDING.windows} />
    </Section>
  );
}

function homesOf(members: Member[]): DrawnHome[] {
  const rank = ({ readiness }: Member) => PATTERNS.findIndex(([state]) => state === readiness);
  const keyOf = homeKeyIn(members);
  const homes = new Map<string, DrawnHome>();
  for (const member of members.toSorted((a, b) => rank(a) - rank(b))) {
    const { entrance = '', apartment } = member;
    const key = keyOf(member);
    const pattern = PATTERNS[rank(member)]?.[1] ?? 'dark';
    if (key && !homes.has(key)) homes.set(key, { entrance, apartment, pattern });
  }
  return [...homes.values()];
}
