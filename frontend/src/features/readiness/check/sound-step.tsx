import { useEffect, useRef, useState } from 'react';
import { endTest, playTest } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { Button } from '../../../ui/button.js';
import { reportInaudible, reportTested } from '../device-report.js';
import { CheckStep, type StepState, YesOrNo } from './check-step.js';
import { CHECK } from './check.copy.js';

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

export type TestPhase =
  | 'idle'
  | 'playing'
  | 'asking'
  | 'saving'
  | 'confirmed'
  | 'inaudible'
  | 'refused'
  | 'interrupted'
  | 'notSaved';

/** Plays the test, asks whether it was audible, and reports the answer. Only a saved yes counts. */
export function useSoundTest() {
  const [phase, setPhase] = useState<TestPhase>('idle');
  useEffect(() => endTest, []);

  const start = async () => {
    setPhase('playing');
    if (await playTest()) setPhase('asking');
    else setPhase(useSound.getState().state === 'blocked' ? 'refused' : 'interrupted');
  };
  const answer = async (wasAudible: boolean) => {
    if (!wasAudible) {
      reportInaudible();
      return setPhase('inaudible');
    }
    setPhase('saving');
    try {
      await reportTested();
      setPhase('confirmed');
    } catch {
      setPhase('notSaved');
    }
  };
  return { phase, start, answer };
}
