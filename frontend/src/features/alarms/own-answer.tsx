import type { Alarm, Answer } from '@contract/alarm';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { COPY, KIND_WORDS, OWN_HOME, PLACES, RESPONSE_WORDS } from './alarms.copy.js';
import { AnswerButtons } from './answer-buttons.js';
import { type PendingAnswer, respond } from './answers.js';
import { kindOf } from './ringing.js';

interface OwnAnswerProps {
  alarm: Alarm;
  answer: Answer | PendingAnswer | undefined;
}

/** What one has answered, and the way to answer something else. */
export function OwnAnswer({ alarm, answer }: OwnAnswerProps) {
  const [changing, setChanging] = useState(false);
  if (!answer || changing) {
    return (
      <AnswerButtons
        alarm={alarm}
        onAnswer={(response) => {
          setChanging(false);
          void respond(alarm, response);
        }}
      />
    );
  }
  const words = KIND_WORDS[kindOf(alarm)].answers.find((one) => one.response === answer.response);
  const label = words?.label ?? RESPONSE_WORDS[answer.response].group;
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">{COPY.incoming.yourAnswer(label)}</p>
        {!alarm.exercise && (
          <Button variant="secondary" onClick={() => setChanging(true)}>
            {COPY.incoming.change}
          </Button>
        )}
      </div>
      <p role="status" className="font-semibold text-error empty:absolute">
        {trouble(answer)}
      </p>
      {answer.response === 'need_help' && <PlaceChips alarm={alarm} place={answer.place} />}
    </section>
  );
}

function trouble(answer: Answer | PendingAnswer): string {
  if (!('late' in answer)) return '';
  return answer.refusal ?? (answer.late ? COPY.incoming.notSentYet : '');
}

/** The answer is sent before this is asked: help comes to one's flat when nothing else is said. */
function PlaceChips({ alarm, place }: { alarm: Alarm; place: string | undefined }) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{COPY.incoming.where}</legend>
      <div className="flex flex-wrap gap-3">
        {[OWN_HOME, ...PLACES].map((one) => {
          const value = one === OWN_HOME ? undefined : one;
          return (
            <button
              key={one}
              type="button"
              aria-pressed={place === value}
              onClick={() => void respond(alarm, 'need_help', value)}
              className="control-border min-h-12 grow rounded-card px-3 font-semibold hover:bg-surface aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-page"
            >
              {one}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
