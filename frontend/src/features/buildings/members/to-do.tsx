import { PAGES } from '@contract/paths';
import { type ReactNode, useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Link } from '../../../ui/link.js';
import { Section } from '../../../ui/pages/page.js';
import { remindMember } from '../buildings-api.js';
import { type HomeView, isUntested } from './homes-view.js';
import { MEMBERS } from './members.copy.js';

interface ToDoProps {
  buildingId: string;
  views: HomeView[];
  /** The number of members who wait for a manager. */
  waiting: number;
}

/** Lists the work of the board, and nothing else. */
export function ToDo({ buildingId, views, waiting }: ToDoProps) {
  const isListed = views.some(({ listed }) => listed);
  const missing = views.filter(({ state, invitedUntil }) => state === 'missing' && !invitedUntil);
  const untested = views.filter(isUntested);
  const isDone = isListed && waiting + missing.length + untested.length === 0;
  return (
    <Section heading={MEMBERS.todo}>
      {isDone ? (
        <p>{MEMBERS.done}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {waiting > 0 && <Item text={MEMBERS.waiting(waiting)} />}
          {!isListed && (
            <Item text={MEMBERS.enterHomes}>
              <Link to={PAGES.buildingHomes} className={buttonClass()}>
                {MEMBERS.enter}
              </Link>
            </Item>
          )}
          {missing.length > 0 && (
            <Item text={MEMBERS.missing(missing.length)}>
              <Link to={PAGES.buildingInvite} className={buttonClass({ variant: 'secondary' })}>
                {MEMBERS.letters}
              </Link>
            </Item>
          )}
          {untested.length > 0 && (
            <Item text={MEMBERS.untested(untested.length)}>
              <RemindAll buildingId={buildingId} views={untested} />
            </Item>
          )}
        </ul>
      )}
    </Section>
  );
}

const Item = ({ text, children }: { text: string; children?: ReactNode }) => (
  <li className={`flex flex-wrap items-center justify-between gap-3 p-4 ${CARD}`}>
    <span className="font-semibold">{text}</span>
    {children}
  </li>
);

/** Requests that are sent at once: a large building must not fill its manager's limit. */
const AT_ONCE = 4;

function RemindAll({ buildingId, views }: { buildingId: string; views: HomeView[] }) {
  const members = views.flatMap((view) => view.members);
  const [done, setDone] = useState<{ sent: number; tried: number }>();
  const isOver = done?.tried === members.length;

  const remindAll = async () => {
    let [sent, tried] = [0, 0];
    setDone({ sent, tried });
    const open = [...members];
    const work = async () => {
      for (let next = open.pop(); next; next = open.pop()) {
        const isSent = await remindMember(buildingId, next.id).then(
          () => true,
          () => false,
        );
        if (isSent) sent++;
        tried++;
        setDone({ sent, tried });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  return (
    <div className="flex flex-wrap items-center gap-3">
      {!done && (
        <Button variant="secondary" onClick={() => void remindAll()}>
          {MEMBERS.remindAll}
        </Button>
      )}
      <span role="status">
        {done && (
          <span key={String(isOver)}>
            {isOver
              ? MEMBERS.remindedAll(done.sent, members.length)
              : MEMBERS.reminding(done.tried, members.length)}
          </span>
        )}
      </span>
      {done && isOver && done.sent < members.length && (
        <p className="basis-full">{MEMBERS.notReminded(members.length - done.sent)}</p>
      )}
    </div>
  );
}
