import type { Member } from '@contract/http';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { Loading } from '../../../ui/loading.js';
import { RetryNotice } from '../../../ui/retry-notice.js';
import { BUILDING } from '../buildings.copy.js';
import { listMembers } from '../buildings-api.js';
import { MemberCard } from './member-card.js';
import { MemberPasswordLink } from './member-password-link.js';
import { WaitingMembers } from './waiting-members.js';

export function Members({ buildingId }: { buildingId: string }) {
  // The list may be read before the server has saved this device, and then shows its user as
  // disconnected. The key changes, which loads the list again.
  const isRegistered = useDeviceAck(({ testedAt }) => testedAt !== undefined);
  const key = `${buildingId} ${isRegistered}`;
  const { status, data, reload, change } = useLoad(key, (signal) =>
    listMembers(buildingId, signal),
  );
  const replace = (changed: Member) =>
    change((all) => all.map((one) => (one.id === changed.id ? changed : one)));

  if (!data && status === 'loading') return <Loading />;
  if (!data) {
    return (
      <RetryNotice retry={BUILDING.retry} onRetry={reload}>
        {BUILDING.failed}
      </RetryNotice>
    );
  }
  const active = data.filter((one) => one.status === 'active');
  const waiting = [
    ...data.filter((one) => one.status === 'pending'),
    ...active.filter((one) => one.requestedHome),
  ];
  return (
    <>
      <WaitingMembers buildingId={buildingId} members={waiting} onChanged={replace} />
      <section aria-labelledby="members" className="flex flex-col gap-4">
        <h2 id="members" className="text-h2">
          {BUILDING.members} ({active.length})
        </h2>
        <ul className="flex flex-col gap-3">
          {active.map((member) => (
            <MemberCard key={member.id} member={member}>
              <MemberPasswordLink buildingId={buildingId} member={member} />
            </MemberCard>
          ))}
        </ul>
      </section>
    </>
  );
}
