import type { Member } from '@contract/http';
import { type ReactNode, useState } from 'react';
import { failureTexts } from '../../../lib/net/failure-texts.js';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { Button } from '../../../ui/button.js';
import { Loading } from '../../../ui/loading.js';
import { toast } from '../../../ui/toasts.js';
import { RetryNotice } from '../../../ui/retry-notice.js';
import { BUILDING, homeText, readinessText } from '../buildings.copy.js';
import { decide, listMembers } from '../buildings-api.js';
import { MemberPasswordLink } from './member-password-link.js';

export function Members({ buildingId }: { buildingId: string }) {
  const { status, data, reload, change } = useLoad(buildingId, (signal) =>
    listMembers(buildingId, signal),
  );
  const [busy, setBusy] = useState<string>();

  const answer = async (member: Member, to: 'active' | 'revoked') => {
    setBusy(member.id);
    try {
      const changed = await decide(buildingId, member.id, to);
      change((all) => all.map((one) => (one.id === changed.id ? changed : one)));
      const said = to === 'active' ? BUILDING.approved : BUILDING.refused;
      toast({ title: `${member.name} ${said}`, kind: 'success' });
    } catch (error) {
      toast({ ...failureTexts(error), kind: 'error' });
    }
    setBusy(undefined);
  };

  if (!data && status === 'loading') return <Loading />;
  if (!data) {
    return (
      <RetryNotice retry={BUILDING.retry} onRetry={reload}>
        {BUILDING.failed}
      </RetryNotice>
    );
  }
  const pending = data.filter((one) => one.status === 'pending');
  const active = data.filter((one) => one.status === 'active');
  return (
    <>
      <section aria-labelledby="waiting" className="flex flex-col gap-4">
        <h2 id="waiting" className="text-h2">
          {BUILDING.waiting}
        </h2>
        {pending.length === 0 && <p className="text-muted">{BUILDING.nobodyWaiting}</p>}
        <ul className="flex flex-col gap-3">
          {pending.map((member) => (
            <MemberCard key={member.id} member={member}>
              <div className="flex flex-wrap gap-3">
                <Button
                  busy={busy === member.id}
                  aria-label={`${BUILDING.approve} ${member.name}`}
                  onClick={() => void answer(member, 'active')}
                >
                  {BUILDING.approve}
                </Button>
                <Button
                  variant="secondary"
                  busy={busy === member.id}
                  aria-label={`${BUILDING.refuse} ${member.name}`}
                  onClick={() => void answer(member, 'revoked')}
                >
                  {BUILDING.refuse}
                </Button>
              </div>
            </MemberCard>
          ))}
        </ul>
      </section>
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

function MemberCard({ member, children }: { member: Member; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-edge p-4">
      <div className="min-w-0">
        <p className="font-semibold">{member.name}</p>
        <p className="text-muted">
          {homeText(member)} · {BUILDING[member.role]}
        </p>
        {member.status === 'active' && <p>{readinessText(member)}</p>}
      </div>
      {children}
    </li>
  );
}
