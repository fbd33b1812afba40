import type { Exercise } from '@contract/exercises';
import type { Building } from '@contract/http';
import { reportPath } from '@contract/paths';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePages } from '../../../lib/hooks/use-load.js';
import { AskedButton } from '../../../ui/asked-button.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Facade } from '../../../ui/facade/facade.js';
import { TextField } from '../../../ui/forms/fields.js';
import { Link } from '../../../ui/link.js';
import { Names } from '../../../ui/names.js';
import { Paged } from '../../../ui/paged.js';
import { Section } from '../../../ui/pages/page.js';
import { failureTexts } from '../../../lib/net/http.js';
import { serverNow } from '../../../lib/time/clock.js';
import { toast } from '../../../ui/toasts.js';
import { BuildingFrame } from '../building-frame.js';
import { callOffExercise, listExercises, planExercise } from '../buildings-api.js';
import { capital, dayText, EXERCISES as COPY, stateText } from './exercises.copy.js';
import { useAction } from '../acts.js';
import { dateIn, momentIn, proposedDay } from './proposed-day.js';

/** `/building/exercises`: plans and starts exercises, and lists them with their reports. */
export default function ExercisesPage() {
  return (
    <BuildingFrame title={COPY.title}>
      {({ building }) => <Exercises key={building.id} building={building} />}
    </BuildingFrame>
  );
}

function Exercises({ building }: { building: Building }) {
  const pages = usePages(building.id, (before, signal) =>
    listExercises(building.id, before, signal),
  );
  const [isPlanning, setPlanning] = useState(false);
  const navigate = useNavigate();

  const start = async () => {
    try {
      const { id } = await planExercise(building.id);
      toast({ ...COPY.started, kind: 'success' });
      void navigate(reportPath(id));
    } catch (error) {
      toast({ ...failureTexts(error), title: COPY.notStarted, kind: 'error' });
      void pages.reload();
    }
  };

  return (
    <>
      <p className="max-w-measure">{COPY.lead}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setPlanning(true)}>{COPY.plan}</Button>
        <AskedButton
          question={{
            title: COPY.question,
            confirm: COPY.start,
            look: 'primary',
            text: (
              <p>
                <Names in={COPY.consequence(building.address)} />
              </p>
            ),
          }}
          onConfirm={() => void start()}
        >
          {COPY.now}
        </AskedButton>
      </div>
      {isPlanning && (
        <PlanExercise
          buildingId={building.id}
          onPlanned={() => void pages.reload()}
          onClose={() => setPlanning(false)}
        />
      )}
      <Section heading={COPY.list}>
        <Paged
          pages={pages}
          words={{ ...COPY, empty: <Facade homes={[]} words={{}} empty={COPY.empty} /> }}
        >
          {(items) => (
            <ul className="flex flex-col gap-3">
              {items.map((one) => (
                <Item
                  key={one.id}
                  buildingId={building.id}
                  exercise={one}
                  onChange={() => void pages.reload()}
                />
              ))}
            </ul>
          )}
        </Paged>
      </Section>
    </>
  );
}

interface ItemProps {
  buildingId: string;
  exercise: Exercise;
  onChange: () => void;
}

function Item({
  buildingId,
  exercise: { id, at, state, announcedAt, reached },
  onChange,
}: ItemProps) {
  const { act } = useAction();
  const day = useRef<HTMLParagraphElement>(null);
  const hasReport = state === 'running' || state === 'held';

  const callOff = async () => {
    await act(async () => {
      await callOffExercise(buildingId, id);
      toast({ ...COPY.calledOff, kind: 'success' });
    }, COPY.notCalledOff);
    // The button goes with the next state of the list.
    day.current?.focus();
    onChange();
  };

  return (
    <li
      id={id}
      tabIndex={-1}
      className={`flex flex-wrap items-center justify-between gap-3 p-4 ${CARD}`}
    >
      <div className="min-w-0">
        <p ref={day} tabIndex={-1} className="font-semibold outline-none">
          {capital(dayText(at))}
        </p>
        <p>{stateText(state, reached)}</p>
        {state === 'planned' && (
          <p className="text-muted">{announcedAt ? COPY.announced : COPY.toAnnounce}</p>
        )}
      </div>
      {hasReport && (
        <Link
          to={reportPath(id)}
          className={buttonClass({ variant: 'secondary' })}
          aria-label={`${COPY.report}, ${dayText(at)}`}
        >
          {COPY.report}
        </Link>
      )}
      {state === 'planned' && (
        <AskedButton
          aria-label={`${COPY.callOff}, ${dayText(at)}`}
          question={{
            title: COPY.callOffQuestion,
            confirm: COPY.callOff,
            cancel: COPY.keep,
            text: <p>{COPY.callOffText}</p>,
          }}
          onConfirm={() => void callOff()}
        >
          {COPY.callOff}
        </AskedButton>
      )}
    </li>
  );
}

const { planning: PLANNING } = COPY;

interface PlanExerciseProps {
  buildingId: string;
  onPlanned: () => void;
  onClose: () => void;
}

/** Asks for the day and the time of an exercise. A refusal is shown at the field and loses nothing. */
function PlanExercise({ buildingId, onPlanned, onClose }: PlanExerciseProps) {
  const [proposed] = useState(() => proposedDay(new Date(serverNow())));
  const date = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<{ date?: string; time?: string }>({});

  const refuse = (field: keyof typeof errors, text: string) => {
    setErrors({ [field]: text });
    (field === 'date' ? date : time).current?.focus();
  };

  const plan = async () => {
    const at = momentIn(date.current?.value ?? '', time.current?.value ?? '');
    if (!at) return refuse(date.current?.value ? 'time' : 'date', PLANNING.missing);
    try {
      await planExercise(buildingId, at);
    } catch (failure) {
      const { title, text } = failureTexts(failure);
      return refuse('time', text ?? title);
    }
    toast({ ...PLANNING.done, kind: 'success' });
    onClose();
    onPlanned();
  };

  return (
    <ConfirmDialog
      title={COPY.plan}
      confirm={PLANNING.submit}
      look="primary"
      onConfirm={() => void plan()}
      onClose={onClose}
    >
      <p>{PLANNING.proposed}</p>
      <div className="mt-4 flex flex-col gap-4">
        <TextField
          ref={date}
          type="date"
          label={PLANNING.date}
          defaultValue={proposed.date}
          min={dateIn(new Date(serverNow()))}
          error={errors.date}
          onChange={() => setErrors({})}
        />
        <TextField
          ref={time}
          type="time"
          label={PLANNING.time}
          hint={PLANNING.timeHint}
          defaultValue={proposed.time}
          error={errors.time}
          onChange={() => setErrors({})}
        />
      </div>
      <p className="mt-4 text-muted">{PLANNING.notice}</p>
    </ConfirmDialog>
  );
}
