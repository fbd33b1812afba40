import { homeKeyIn } from '@contract/homes';
import type { Member } from '@contract/http';
import { isolated } from '@contract/written-text';
import { useRef, useState } from 'react';
import { ApiError, failureTexts } from '../../../lib/net/http.js';
import { Button } from '../../../ui/button.js';
import { ItemCard } from '../../../ui/card.js';
import { CheckField } from '../../../ui/forms/fields.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
import { toast } from '../../../ui/toasts.js';
import { changeMember, decideHome } from '../buildings-api.js';
import { BUILDING, memberHomeText } from '../buildings.copy.js';
import { forEachLimited } from '../acts.js';
import { activeOf, type HomeView } from './homes-view.js';
import { MEMBERS } from './members.copy.js';

interface WaitingMembersProps {
  buildingId: string;
  members: Member[];
  homes: HomeView[];
  onChanged: (member: Member) => void;
  /** Called when somebody has changed name or home since the list was loaded. */
  onStale: () => void;
}

/** Lists who waits for a manager: new members, and members who want to move within the building. */
export function WaitingMembers(props: WaitingMembersProps) {
  const { buildingId, members, homes, onChanged, onStale } = props;
  const [busy, setBusy] = useState<string>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  const hasSeveral = members.length > 1;

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
      if (isStale(error)) onStale();
    }
    setBusy(undefined);
    // The card with the pressed button is gone, or soon shows another home, which no key may approve unread.
    heading.current?.focus();
  };
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
  };

  return (
    <Section heading={BUILDING.waiting} headingRef={heading}>
      {hasSeveral && (
        <AnswerSeveral
          buildingId={buildingId}
          members={members.filter(({ id }) => ticked.has(id))}
          isAll={members.every(({ id }) => ticked.has(id))}
          onTickAll={(isTicked) =>
            setTicked(new Set(isTicked ? members.map(({ id }) => id) : undefined))
          }
          onChanged={onChanged}
          onStale={onStale}
          onOver={() => heading.current?.focus()}
        />
      )}
      <ul className="flex flex-col gap-3">
        {members.map((member) => (
          <ItemCard key={member.id}>
            <div className="min-w-0">
              {hasSeveral ? (
                <CheckField
                  label={<Names in={isolated(member.name)} />}
                  checked={ticked.has(member.id)}
                  onChange={({ target }) => tick(member.id, target.checked)}
                />
              ) : (
                <p className="font-semibold">
                  <Names in={isolated(member.name)} />
                </p>
              )}
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
    </Section>
  );
}

interface AnswerSeveralProps {
  buildingId: string;
  /** Those who are ticked. */
  members: Member[];
  isAll: boolean;
  onTickAll: (isTicked: boolean) => void;
  onChanged: (member: Member) => void;
  onStale: () => void;
  onOver: () => void;
}

/** Answers the ticked members together. Whoever could not be answered stays in the list, ticked. */
function AnswerSeveral(props: AnswerSeveralProps) {
  const { buildingId, members, isAll, onTickAll, onChanged, onStale, onOver } = props;
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);

  const answerAll = async (isApproved: boolean) => {
    const { length } = members;
    let stale: unknown;
    setBusy(true);
    setText(MEMBERS.answering(0, length));
    const failed = await forEachLimited(
      members,
      async (member) => {
        try {
          onChanged(await send(buildingId, member, isApproved));
        } catch (error) {
          if (isStale(error)) stale = error;
          throw error;
        }
      },
      ({ tried }) => setText(MEMBERS.answering(tried, length)),
    );
    setBusy(false);
    setText('');
    const kind = failed.length > 0 ? 'error' : 'success';
    // The list and this row may be gone.
    const title = MEMBERS.answered(length - failed.length, length);
    toast({ ...(stale !== undefined && { text: failureTexts(stale).text }), title, kind });
    if (stale !== undefined) onStale();
    onOver();
  };

  return (
    <div className="flex flex-wrap items-center gap-3">
      <CheckField
        label={MEMBERS.tickAll}
        checked={isAll}
        onChange={({ target }) => onTickAll(target.checked)}
      />
      {members.length > 0 && (
        <>
          <Button busy={busy} onClick={() => void answerAll(true)}>
            {`${BUILDING.approve} ${members.length}`}
          </Button>
          <Button variant="secondary" busy={busy} onClick={() => void answerAll(false)}>
            {`${BUILDING.refuse} ${members.length}`}
          </Button>
        </>
      )}
      <p role="status">{text}</p>
    </div>
  );
}

function send(buildingId: string, member: Member, isApproved: boolean): Promise<Member> {
  const { id, requestedHome } = member;
  if (requestedHome) return decideHome(buildingId, id, requestedHome, isApproved);
  const { name, entrance, apartment } = member;
  const seen = { name, ...(entrance && { entrance }), apartment };
  return changeMember(buildingId, id, { status: isApproved ? 'active' : 'revoked', seen });
}

const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'membership.not_as_seen';

function outcomeText({ requestedHome }: Member, isApproved: boolean): string {
  if (requestedHome) return isApproved ? BUILDING.moved : BUILDING.notMoved;
  return isApproved ? BUILDING.approved : BUILDING.refused;
}

/** Tells the manager who lives where the new member says to live. */
function situationOf(member: Member, homes: HomeView[]): string {
  const keyOf = homeKeyIn(homes.map(({ home }) => home));
  const found = homes.find(({ key }) => key === keyOf(member));
  const living = activeOf(found?.members ?? []);
  if (living.length > 0) return MEMBERS.livesThere(living.map(({ name }) => name));
  const hasList = homes.some(({ listed }) => listed);
  return hasList && !found?.listed ? MEMBERS.notInList : MEMBERS.nobodyThere;
}
