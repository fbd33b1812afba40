import { useRef, useState } from 'react';
import { ApiError } from '../../lib/net/http.js';
import { Button } from '../../ui/button.js';
import { Names } from '../../ui/names.js';
import { remindMember } from './buildings-api.js';
import { REMIND, type RemindedMember } from './remind-several.copy.js';
import { forEachLimited, type Progress } from './acts.js';

const NOT_REACHED = ['later', 'lately', 'failed'] as const;
type Outcome = 'pushed' | (typeof NOT_REACHED)[number];

interface RemindSeveralProps {
  buildingId: string;
  members: RemindedMember[];
  /** The text of the button. */
  children: string;
}

/** Reminds several members, and names those whom the reminder does not reach, with what to do. */
export function RemindSeveral({ buildingId, members, children }: RemindSeveralProps) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<RemindedMember, Outcome>>(new Map());
  const [progress, setProgress] = useState<Progress>();
  const [all, setAll] = useState(0);
  const status = useRef<HTMLSpanElement>(null);
  const withOutcome = (wanted: Outcome) =>
    [...outcomes].flatMap(([person, outcome]) => (outcome === wanted ? [person] : []));
  const failed = withOutcome('failed');
  const done = withOutcome('pushed').length + withOutcome('later').length;

  const remind = async (wanted: RemindedMember[]) => {
    // The pressed button goes.
    status.current?.focus();
    setAll(wanted.length);
    setProgress({ tried: 0, done: 0 });
    const found = new Map(outcomes);
    await forEachLimited(
      wanted,
      async (person) => found.set(person, await outcomeOf(buildingId, person.id)),
      setProgress,
    );
    setOutcomes(found);
    setProgress(undefined);
  };

  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      {!progress && outcomes.size === 0 && (
        <Button variant="secondary" onClick={() => void remind(members)}>
          {children}
        </Button>
      )}
      <span ref={status} role="status" tabIndex={-1} className="outline-none empty:-ms-3">
        {progress && <span key="doing">{REMIND.doing(progress.tried, all)}</span>}
        {!progress && outcomes.size > 0 && (
          <span key="done">{REMIND.done(done, outcomes.size)}</span>
        )}
      </span>
      {!progress &&
        NOT_REACHED.map((outcome) => {
          const named = withOutcome(outcome);
          if (named.length === 0) return null;
          return (
            <p key={outcome} className="max-w-measure basis-full">
              <Names in={REMIND.notReached[outcome](named)} />
            </p>
          );
        })}
      {!progress && failed.length > 0 && (
        <Button variant="secondary" onClick={() => void remind(failed)}>
          {REMIND.again}
        </Button>
      )}
    </div>
  );
}

async function outcomeOf(buildingId: string, memberId: string): Promise<Outcome> {
  try {
    const { pushed } = await remindMember(buildingId, memberId);
    return pushed ? 'pushed' : 'later';
  } catch (error) {
    const isLate = error instanceof ApiError && error.code === 'membership.reminded_lately';
    return isLate ? 'lately' : 'failed';
  }
}
