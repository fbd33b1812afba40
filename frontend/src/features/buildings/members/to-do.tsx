import { PAGES } from '@contract/paths';
import type { Exercise } from '@contract/exercises';
import { type ReactNode, useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Link } from '../../../ui/link.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
import { listExercises, listKiosks, remindMember } from '../buildings-api.js';
import { actOnEach, type Progress } from '../several.js';
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
  const { data: displays } = useLoad(buildingId, (signal) => listKiosks(buildingId, signal));
  const { data: exercises } = useLoad(buildingId, (signal) => listExercises(buildingId, signal));
  const away = (displays ?? []).filter(({ connected }) => !connected);
  const lacksExercise = exercises !== undefined && !isPractised(exercises);
  const open = waiting + missing.length + untested.length + away.length;
  const isKnown = displays !== undefined && exercises !== undefined;
  const isDone = isListed && isKnown && open === 0 && !lacksExercise;
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
          {lacksExercise && (
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

const PRACTISED = ['planned', 'running', 'held'];
const PRACTISED_MONTHS = 6;

/** @returns whether one is planned, or was held in the last six months */
function isPractised(exercises: Exercise[]): boolean {
  const since = new Date();
  since.setMonth(since.getMonth() - PRACTISED_MONTHS);
  return exercises.some(({ state, at }) => PRACTISED.includes(state) && new Date(at) > since);
}

const Item = ({ text, children }: { text: string; children?: ReactNode }) => (
  <li className={`flex flex-wrap items-center justify-between gap-3 p-4 ${CARD}`}>
    <span className="font-semibold">
      <Names in={text} />
    </span>
    {children}
  </li>
);

function RemindAll({ buildingId, views }: { buildingId: string; views: HomeView[] }) {
  const members = views.flatMap((view) => view.members);
  const [progress, setProgress] = useState<Progress>();
  const isOver = progress?.tried === members.length;

  const remindAll = () => {
    setProgress({ tried: 0, done: 0 });
    return actOnEach(members, ({ id }) => remindMember(buildingId, id), setProgress);
  };

  return (
    <div className="flex flex-wrap items-center">
      {!progress && (
        <Button variant="secondary" onClick={() => void remindAll()}>
          {MEMBERS.remindAll}
        </Button>
      )}
      <span role="status">
        {progress && (
          <span key={String(isOver)}>
            {isOver
              ? MEMBERS.remindedAll(progress.done, members.length)
              : MEMBERS.reminding(progress.tried, members.length)}
          </span>
        )}
      </span>
      {progress && isOver && progress.done < members.length && (
        <p className="mt-3 basis-full">{MEMBERS.notReminded(members.length - progress.done)}</p>
      )}
    </div>
  );
}
