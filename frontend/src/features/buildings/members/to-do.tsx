import { PAGES } from '@contract/paths';
import type { ReactNode } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { buttonClass } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Link } from '../../../ui/link.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
import { readToDo } from '../buildings-api.js';
import { RemindSeveral } from '../remind-several.js';
import { activeOf, type HomeView, isUntested } from './homes-view.js';
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
  const { data: more } = useLoad(buildingId, (signal) => readToDo(buildingId, signal));
  const away = more?.displaysAway ?? [];
  const open = waiting + missing.length + untested.length + away.length;
  const isDone = isListed && open === 0 && more?.practised === true;
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
              <RemindSeveral buildingId={buildingId} members={untested.flatMap(membersOf)}>
                {MEMBERS.remindAll}
              </RemindSeveral>
            </Item>
          )}
          {more?.practised === false && (
            <Item text={MEMBERS.noExercise}>
              <Link to={PAGES.buildingExercises} className={buttonClass({ variant: 'secondary' })}>
                {MEMBERS.planExercise}
              </Link>
            </Item>
          )}
          {away.map(({ id, place }) => (
            <Item key={id} text={MEMBERS.away(place)}>
              <Link to={PAGES.buildingDisplays} className={buttonClass({ variant: 'secondary' })}>
                {MEMBERS.toDisplays}
              </Link>
            </Item>
          ))}
        </ul>
      )}
    </Section>
  );
}

const membersOf = ({ home, members }: HomeView) =>
  activeOf(members).map(({ id, name }) => ({ id, name, home }));

const Item = ({ text, children }: { text: string; children?: ReactNode }) => (
  <li className={`flex flex-wrap items-center justify-between gap-3 p-4 ${CARD}`}>
    <span className="font-semibold">
      <Names in={text} />
    </span>
    {children}
  </li>
);
