import type { CreatedLetter, Member } from '@contract/http';
import { isolated } from '@contract/written-text';
import { memo, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { longDate } from '../../../lib/time/dates.js';
import { AskedButton } from '../../../ui/asked-button.js';
import { Button } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Names } from '../../../ui/names.js';
import { passFocusOn } from '../../../ui/pages/pass-focus-on.js';
import { changeHomes, changeMember, remindMember } from '../buildings-api.js';
import { BUILDING, readinessText } from '../buildings.copy.js';
import type { HomeView } from './homes-view.js';
import { MemberActs, More } from './member-acts.js';
import { MEMBERS } from './members.copy.js';
import { MovedOut } from './moved-out.js';
import { useAction } from '../acts.js';

export interface RowProps {
  buildingId: string;
  buildingName: string;
  onChanged: (member: Member) => void;
  /** Called when the list of homes has changed. */
  onHomes: () => void;
  onLetters: (letters: CreatedLetter[]) => void;
}

/** Browsers lay out the rows that are on the screen alone. */
const ROW = { contentVisibility: 'auto', containIntrinsicSize: 'auto 6rem' } as const;

/** A home with its members. Typing in the search field draws no row again that stays. */
export const HomeRow = memo(function HomeRow(props: RowProps & { view: HomeView }) {
  const { view, onHomes, onLetters, ...row } = props;
  const { home, members, listed, invitedUntil } = view;
  return (
    <li ref={passFocusOn} style={ROW} className={`flex flex-wrap gap-x-6 gap-y-3 p-4 ${CARD}`}>
      <h4 className="min-w-16 shrink-0 whitespace-nowrap text-button font-bold" translate="no">
        {home.apartment}
      </h4>
      <div className="flex min-w-0 flex-[1_1_14rem] flex-col gap-4">
        {!listed && <p className="text-meta text-muted">{MEMBERS.unlisted}</p>}
        {members.length === 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted">
              {invitedUntil ? MEMBERS.letterUntil(longDate(invitedUntil)) : MEMBERS.notJoined}
            </p>
            <RemoveHome buildingId={row.buildingId} view={view} onHomes={onHomes} />
          </div>
        )}
        {members.map((member) => (
          <MemberRow key={member.id} member={member} {...row} />
        ))}
        {members.some(({ status }) => status === 'active') && (
          <div className="flex flex-wrap items-center gap-3">
            <MovedOut
              buildingId={row.buildingId}
              view={view}
              onChanged={row.onChanged}
              onLetters={onLetters}
            />
          </div>
        )}
      </div>
    </li>
  );
});

type MemberRowProps = Omit<RowProps, 'onHomes' | 'onLetters'> & { member: Member };

export function MemberRow({ member, ...row }: MemberRowProps) {
  const { buildingId, onChanged } = row;
  const { id, name, role, status, maySend, readiness } = member;
  const [said, setSaid] = useState<ReactNode>();
  const { busy, act } = useAction();
  const person = useRef<HTMLParagraphElement>(null);

  const remind = () =>
    act(async () => {
      const { pushed } = await remindMember(buildingId, id);
      setSaid(pushed ? MEMBERS.reminded : <Names in={MEMBERS.remindedLater(name)} />);
    }, MEMBERS.failed);
  const undo = () =>
    act(async () => {
      const back = await changeMember(buildingId, id, { status: 'active' });
      flushSync(() => onChanged(back));
      // The pressed button has gone.
      person.current?.focus();
    }, MEMBERS.failed);

  if (status === 'revoked') {
    // A key of its own, so that the button is a new one and takes the focus.
    return (
      <div key="removed" className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">
          <Names in={MEMBERS.removed(name)} />
        </p>
        <Button variant="secondary" busy={busy} autoFocus onClick={() => void undo()}>
          {MEMBERS.undo}
        </Button>
      </div>
    );
  }
  const isReady = readiness === 'ready' || readiness === 'readyByPush';
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 grow">
        <p ref={person} tabIndex={-1} className="font-semibold outline-none">
          <Names in={isolated(name)} />
        </p>
        {(role === 'manager' || !maySend) && (
          <p className="text-muted">
            {[role === 'manager' && BUILDING.manager, !maySend && MEMBERS.paused]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        <p>{readinessText(member)}</p>
        <p role="status">{said}</p>
      </div>
      {!isReady && (
        <Button variant="secondary" busy={busy} onClick={() => void remind()}>
          <span>{MEMBERS.remind}</span>
          <span className="sr-only">
            {' '}
            <Names in={isolated(name)} />
          </span>
        </Button>
      )}
      <MemberActs member={member} {...row} />
    </div>
  );
}

interface RemoveHomeProps {
  buildingId: string;
  view: HomeView;
  onHomes: () => void;
}

function RemoveHome({ buildingId, view: { home }, onHomes }: RemoveHomeProps) {
  const { busy, act } = useAction();
  const { question, text } = MEMBERS.ask.removeHome;
  const remove = () =>
    act(async () => {
      await changeHomes(buildingId, { remove: [home] });
      onHomes();
    }, MEMBERS.failed);
  return (
    <More of={isolated(home.apartment)}>
      <AskedButton
        className="mt-2"
        busy={busy}
        question={{
          title: question(home.apartment),
          confirm: MEMBERS.removeHome,
          text: <p>{text}</p>,
        }}
        onConfirm={() => void remove()}
      >
        {MEMBERS.removeHome}
      </AskedButton>
    </More>
  );
}
