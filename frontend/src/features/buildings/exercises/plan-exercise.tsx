import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { TextField } from '../../../ui/forms/fields.js';
import { failureTexts } from '../../../lib/net/http.js';
import { toast } from '../../../ui/toasts.js';
import { planExercise } from '../buildings-api.js';
import { EXERCISES } from './exercises.copy.js';
import { dateIn, momentIn, proposedDay } from './proposed-day.js';

const COPY = EXERCISES.planning;

interface PlanExerciseProps {
  buildingId: string;
  onPlanned: () => void;
  onClose: () => void;
}

/** Asks for the day and the time of an exercise. A refusal is shown at the field and loses nothing. */
export function PlanExercise({ buildingId, onPlanned, onClose }: PlanExerciseProps) {
  const [proposed] = useState(() => proposedDay(new Date()));
  const date = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<{ date?: string; time?: string }>({});

  const refuse = (field: keyof typeof errors, text: string) => {
    setErrors({ [field]: text });
    (field === 'date' ? date : time).current?.focus();
  };

  const plan = async () => {
    const at = momentIn(date.current?.value ?? '', time.current?.value ?? '');
    if (!at) return refuse(date.current?.value ? 'time' : 'date', COPY.missing);
    try {
      await planExercise(buildingId, at);
    } catch (failure) {
      const { title, text } = failureTexts(failure);
      return refuse('time', text ?? title);
    }
    toast({ ...COPY.done, kind: 'success' });
    onClose();
    onPlanned();
  };

  return (
    <ConfirmDialog
      title={EXERCISES.plan}
      confirm={COPY.submit}
      look="primary"
      onConfirm={() => void plan()}
      onClose={onClose}
    >
      <p>{COPY.proposed}</p>
      <div className="mt-4 flex flex-col gap-4">
        <TextField
          ref={date}
          type="date"
          label={COPY.date}
          defaultValue={proposed.date}
          min={dateIn(new Date())}
          error={errors.date}
          onChange={() => setErrors({})}
        />
        <TextField
          ref={time}
          type="time"
          label={COPY.time}
          hint={COPY.timeHint}
          defaultValue={proposed.time}
          error={errors.time}
          onChange={() => setErrors({})}
        />
      </div>
      <p className="mt-4 text-muted">{COPY.notice}</p>
    </ConfirmDialog>
  );
}
