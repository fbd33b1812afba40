import type { CreatedResetLink, Member } from '@contract/http';
import { isolated } from '@contract/written-text';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { failureTexts } from '../../../lib/net/http.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { longMoment } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { ItemCard } from '../../../ui/card.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { LinkPanel } from '../../../ui/forms/link-panel.js';
import { Loaded } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
import { toast } from '../../../ui/toasts.js';
import { decide, decideHome, listMembers, makeResetLink } from '../buildings-api.js';
import { BUILDING, memberHomeText, passwordLink, readinessText } from '../buildings.copy.js';
import { BuildingNow } from './building-now.js';

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

interface MembersProps {
  buildingId: string;
  members: Member[];
  onChanged: (member: Member) => void;
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
      <BuildingNow members={active} />
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

function MemberCard({ member, children }: { member: Member; children: ReactNode }) {
  return (
    <ItemCard>
      <div className="min-w-0">
        <p className="font-semibold">
          <Names in={isolated(member.name)} />
        </p>
        <p className="text-muted">
          <Names in={`${memberHomeText(member)} · ${BUILDING[member.role]}`} />
        </p>
        {member.status === 'active' && <p>{readinessText(member)}</p>}
      </div>
      {children}
    </ItemCard>
  );
}

/** Lists who waits for a manager: new members, and members who want to move within the building. */
function WaitingMembers({ buildingId, members, onChanged }: MembersProps) {
  const [busy, setBusy] = useState<string>();

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
  };

  return (
    <Section heading={BUILDING.waiting}>
      {members.length === 0 && <p className="text-muted">{BUILDING.nobodyWaiting}</p>}
      <ul className="flex flex-col gap-3">
        {members.map((member) => (
          <MemberCard key={member.id} member={member}>
            {member.requestedHome && (
              <p className="basis-full">
                <Names
                  in={BUILDING.moves(memberHomeText(member), memberHomeText(member.requestedHome))}
                />
              </p>
            )}
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

interface MemberPasswordLinkProps {
  buildingId: string;
  member: Member;
}

/** Lets a manager create a password link for a member who forgot the password. */
function MemberPasswordLink({ buildingId, member }: MemberPasswordLinkProps) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<CreatedResetLink>();
  const trigger = useRef<HTMLButtonElement>(null);
  const copy = passwordLink(member.name);

  const create = async () => {
    // A dialog that is removed while it is open does not restore the focus.
    flushSync(() => setAsking(false));
    trigger.current?.focus();
    setBusy(true);
    try {
      setMade(await makeResetLink(buildingId, member.id));
    } catch (error) {
      toast({ ...failureTexts(error), title: copy.failed, kind: 'error' });
    }
    setBusy(false);
  };

  return (
    <div className={made ? 'flex basis-full flex-col items-start gap-4' : undefined}>
      <Button ref={trigger} variant="secondary" busy={busy} onClick={() => setAsking(true)}>
        <span>{copy.action}</span>
        <span className="sr-only">
          {' '}
          <Names in={copy.actionTo} />
        </span>
      </Button>
      {made && (
        <LinkPanel
          key={made.url}
          label={<Names in={copy.link} />}
          hint={copy.hint(longMoment(made.expiresAt))}
          url={made.url}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={copy.question}
          confirm={copy.confirm}
          look="primary"
          onClose={() => setAsking(false)}
          onConfirm={() => void create()}
        >
          <ul className="flex list-disc flex-col gap-2 pl-6">
            {copy.consequences.map((text) => (
              <li key={text}>
                <Names in={text} />
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}
