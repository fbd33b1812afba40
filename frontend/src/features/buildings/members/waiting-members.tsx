import { homeKeyIn } from '@contract/homes';
import type { Member } from '@contract/http';
import { isolated } from '@contract/written-text';
import { useRef, useState } from 'react';
import { failureTexts } from '../../../lib/net/http.js';
import { Button } from '../../../ui/button.js';
import { ItemCard } from '../../../ui/card.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
import { toast } from '../../../ui/toasts.js';
import { changeMember, decideHome } from '../buildings-api.js';
import { BUILDING, memberHomeText } from '../buildings.copy.js';
import type { HomeView } from './homes-view.js';
import { MEMBERS } from './members.copy.js';

interface WaitingMembersProps {
  buildingId: string;
  members: Member[];
  homes: HomeView[];
  onChanged: (member: Member) => void;
}

/** Lists who waits for a manager: new members, and members who want to move within the building. */
export function WaitingMembers({ buildingId, members, homes, onChanged }: WaitingMembersProps) {
  const [busy, setBusy] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const all = members.filter(({ requestedHome }) => !requestedHome);

  const answer = async (member: Member, isApproved: boolean) => {
    setBusy(member.id);
    try {
      onChanged(await send(buildingId, member, isApproved));
      toast({
        title: `${isolated(member.name)} ${outcomeText(member, isApproved)}`,
        kind: 'success',
      });
    } catch (error) {
      toast({ ...failureTexts(error), kind: 'error' });
    }
    setBusy(undefined);
    // The card with the pressed button is gone.
    heading.current?.focus();
  };
  const approveAll = async () => {
    for (const member of all) await answer(member, true);
  };

  return (
    <Section heading={BUILDING.waiting} headingRef={heading}>
      <ul className="flex flex-col gap-3">
        {members.map((member) => (
          <ItemCard key={member.id}>
            <div className="min-w-0">
              <p className="font-semibold">
                <Names in={isolated(member.name)} />
              </p>
              <p className="text-muted">
                <Names in={memberHomeText(member)} />
              </p>
              <p>
                <Names
                  in={
                    member.requestedHome
                      ? BUILDING.moves(memberHomeText(member), memberHomeText(member.requestedHome))
                      : situationOf(member, homes)
                  }
                />
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button busy={busy === member.id} onClick={() => void answer(member, true)}>
                <span>{BUILDING.approve}</span>
                <span className="sr-only">
                  {' '}
                  <Names in={isolated(member.name)} />
                </span>
              </Button>
              <Button
                variant="secondary"
                busy={busy === member.id}
                onClick={() => void answer(member, false)}
              >
                <span>{BUILDING.refuse}</span>
                <span className="sr-only">
                  {' '}
                  <Names in={isolated(member.name)} />
                </span>
              </Button>
            </div>
          </ItemCard>
        ))}
      </ul>
      {all.length > 1 && (
        <Button
          variant="secondary"
          className="self-start"
          busy={busy !== undefined}
          onClick={() => void approveAll()}
        >
          {MEMBERS.approveAll(all.length)}
        </Button>
      )}
    </Section>
  );
}

function send(buildingId: string, member: Member, isApproved: boolean): Promise<Member> {
  const { id, requestedHome } = member;
  if (requestedHome) return decideHome(buildingId, id, requestedHome, isApproved);
  return changeMember(buildingId, id, { status: isApproved ? 'active' : 'revoked' });
}

function outcomeText({ requestedHome }: Member, isApproved: boolean): string {
  if (requestedHome) return isApproved ? BUILDING.moved : BUILDING.notMoved;
  return isApproved ? BUILDING.approved : BUILDING.refused;
}

/** Tells the manager who lives where the new member says to live. */
function situationOf(member: Member, homes: HomeView[]): string {
  const keyOf = homeKeyIn(homes.map(({ home }) => home));
  const found = homes.find(({ key, listed }) => listed && key === keyOf(member));
  if (found && found.members.length > 0) {
    return MEMBERS.livesThere(found.members.map(({ name }) => name));
  }
  const hasList = homes.some(({ listed }) => listed);
  return found || !hasList ? MEMBERS.nobodyThere : MEMBERS.notInList;
}
