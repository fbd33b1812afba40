import type { Member } from '@contract/http';
import { useState } from 'react';
import { failureTexts } from '../../../lib/net/http.js';
import { Button } from '../../../ui/button.js';
import { toast } from '../../../ui/toasts.js';
import { BUILDING, homeText } from '../buildings.copy.js';
import { decide, decideHome } from '../buildings-api.js';
import { MemberCard } from './member-card.js';
import { Section } from '../../../ui/pages/page-section.js';

interface WaitingMembersProps {
  buildingId: string;
  members: Member[];
  onChanged: (member: Member) => void;
}

/** Lists who waits for a manager: new members, and members who want to move within the building. */
export function WaitingMembers({ buildingId, members, onChanged }: WaitingMembersProps) {
  const [busy, setBusy] = useState<string>();

  const answer = async (member: Member, isApproved: boolean) => {
    setBusy(member.id);
    try {
      onChanged(await send(buildingId, member, isApproved));
      toast({ title: `${member.name} ${outcomeText(member, isApproved)}`, kind: 'success' });
    } catch (error) {
      toast({ ...failureTexts(error), kind: 'error' });
    }
    setBusy(undefined);
  };

  return (
    <Section heading={BUILDING.waiting}>
      {members.length === 0 && <p className="text-muted">{BUILDING.nobodyWaiting}</p>}
      <ul className="flex flex-col gap-3">
        {members.map((member) => (
          <MemberCard key={member.id} member={member}>
            {member.requestedHome && (
              <p className="basis-full">
                {BUILDING.moves(homeText(member), homeText(member.requestedHome))}
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              <Button
                busy={busy === member.id}
                aria-label={`${BUILDING.approve} ${member.name}`}
                onClick={() => void answer(member, true)}
              >
                {BUILDING.approve}
              </Button>
              <Button
                variant="secondary"
                busy={busy === member.id}
                aria-label={`${BUILDING.refuse} ${member.name}`}
                onClick={() => void answer(member, false)}
              >
                {BUILDING.refuse}
              </Button>
            </div>
          </MemberCard>
        ))}
      </ul>
    </Section>
  );
}

function send(buildingId: string, member: Member, isApproved: boolean): Promise<Member> {
  const { id, requestedHome } = member;
  if (requestedHome) return decideHome(buildingId, id, requestedHome, isApproved);
  return decide(buildingId, id, isApproved ? 'active' : 'revoked');
}

function outcomeText({ requestedHome }: Member, isApproved: boolean): string {
  if (requestedHome) return isApproved ? BUILDING.moved : BUILDING.notMoved;
  return isApproved ? BUILDING.approved : BUILDING.refused;
}
