import type { Member } from '@contract/http';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { BUILDING } from '../buildings.copy.js';
import { listMembers } from '../buildings-api.js';
import { MemberCard } from './member-card.js';
import { MemberPasswordLink } from './member-password-link.js';
import { WaitingMembers } from './waiting-members.js';
import { Loaded } from '../../../ui/loaded.js';
import { Section } from '../../../ui/pages/page-section.js';

interface MembersProps {
  buildingId: string;
  members: Member[];
  onChanged: (member: Member) => void;
}

export function Members({ buildingId }: { buildingId: string }) {
  // The list may be read before the server has saved this device, and then shows its user as
  // disconnected. The key changes, which loads the list again.
  const isRegistered = useDeviceAck(({ testedAt }) => testedAt !== undefined);
  const key = `${buildingId} ${isRegistered}`;
  const loaded = useLoad(key, (signal) => listMembers(buildingId, signal));
  const replace = (changed: Member) =>
    loaded.change((all) => all.map((one) => (one.id === changed.id ? changed : one)));

  return (
    <Loaded from={loaded} words={BUILDING}>
      {(members) => <Lists buildingId={buildingId} members={members} onChanged={replace} />}
    </Loaded>
  );
}

function Lists({ buildingId, members, onChanged }: MembersProps) {
  const active = members.filter((one) => one.status === 'active');
  const waiting = [
    ...members.filter((one) => one.status === 'pending'),
    ...active.filter((one) => one.requestedHome),
  ];
  return (
    <>
      <WaitingMembers buildingId={buildingId} members={waiting} onChanged={onChanged} />
      <Section heading={`${BUILDING.members} (${active.length})`}>
        <ul className="flex flex-col gap-3">
          {active.map((member) => (
            <MemberCard key={member.id} member={member}>
              <MemberPasswordLink buildingId={buildingId} member={member} />
            </MemberCard>
          ))}
        </ul>
      </Section>
    </>
  );
}
