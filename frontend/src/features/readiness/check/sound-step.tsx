import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { CheckStep, type StepState } from './check-step.js';
import { CHECK } from './check.copy.js';
import type { TestPhase } from './use-sound-test.js';

const COPY = CHECK.sound;

/** The status text of each phase, with the next step after a failure. */
const OUTCOMES: Partial<Record<TestPhase, string>> = {
  playing: COPY.playing,
  saving: COPY.saving,
  inaudible: COPY.help,
  refused: COPY.refused,
  interrupted: COPY.interrupted,
  notSaved: COPY.notSaved,
};

interface SoundStepProps {
  state: StepState;
  phase: TestPhase;
  onStart: () => Promise<void>;
  onAnswer: (wasAudible: boolean) => Promise<void>;
}

export function SoundStep({ state, phase, onStart, onAnswer }: SoundStepProps) {
  const question = useRef<HTMLParagraphElement>(null);
  const playAgain = useRef<HTMLButtonElement>(null);
  // The pressed button is gone in these phases, so the next step takes the focus.
  useEffect(() => {
    if (phase === 'asking') question.current?.focus();
    if (phase === 'saving' || phase === 'inaudible') playAgain.current?.focus();
  }, [phase]);
  const isUnderWay = phase === 'playing' || phase === 'saving';
  return (
    <CheckStep name={COPY.name} state={state}>
      <p>{COPY.why}</p>
      <div role="status" className="font-semibold empty:hidden">
        {OUTCOMES[phase]}
      </div>
      {phase === 'asking' ? (
        <div className="flex flex-col gap-3">
          <p ref={question} tabIndex={-1} className="text-button font-bold outline-none">
            {COPY.ask}
          </p>
          <div className="grid grid-cols-2 gap-3">
            <Button size="answer" onClick={() => void onAnswer(true)}>
              {COPY.yes}
            </Button>
            <Button size="answer" variant="secondary" onClick={() => void onAnswer(false)}>
              {COPY.no}
            </Button>
          </div>
        </div>
      ) : (
        <Button
          ref={playAgain}
          size="answer"
          variant={state === 'done' ? 'secondary' : 'primary'}
          busy={isUnderWay}
          onClick={() => void onStart()}
        >
          {phase === 'idle' ? COPY.play : COPY.again}
        </Button>
      )}
    </CheckStep>
  );
}
