import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { CheckStep, type StepState } from './check-step.js';
import { CHECK } from './check.copy.js';
import type { TestPhase } from './use-sound-test.js';
import { YesOrNo } from './yes-or-no.js';

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
  const playAgain = useRef<HTMLButtonElement>(null);
  // The pressed button is gone in these phases, so the next step takes the focus.
  useEffect(() => {
    if (phase === 'saving' || phase === 'inaudible') playAgain.current?.focus();
  }, [phase]);
  const isUnderWay = phase === 'playing' || phase === 'saving';
  return (
    <CheckStep number={1} name={COPY.name} state={state}>
      <p>{COPY.why}</p>
      <div role="status" className="font-semibold empty:hidden">
        {OUTCOMES[phase]}
      </div>
      {phase === 'asking' ? (
        <YesOrNo question={COPY.ask} yes={COPY.yes} no={COPY.no} onAnswer={onAnswer} />
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
