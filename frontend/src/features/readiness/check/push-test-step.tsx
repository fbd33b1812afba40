import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { CheckStep, type StepState } from './check-step.js';
import { CHECK } from './check.copy.js';
import { type PushTestPhase, usePushTest } from './use-push-test.js';
import { YesOrNo } from './yes-or-no.js';

const COPY = CHECK.pushTest;
const OUTCOMES: Record<PushTestPhase, string> = {
  idle: '',
  sending: COPY.sending,
  asking: COPY.arrived,
  confirmed: '',
  failed: COPY.failed,
  notSent: COPY.notSent,
};

interface PushTestStepProps {
  /** True while notifications are on, so that a test can be sent. */
  isOn: boolean;
  isProven: boolean;
}

export function PushTestStep({ isOn, isProven }: PushTestStepProps) {
  const { phase, start, answer } = usePushTest();
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (phase === 'confirmed' || phase === 'failed') again.current?.focus();
  }, [phase]);
  return (
    <CheckStep number={3} name={COPY.name} state={stateOf(phase, isProven)}>
      <p>{COPY.why}</p>
      <div role="status" className="font-semibold empty:hidden">
        {isOn ? OUTCOMES[phase] : COPY.first}
      </div>
      {isOn && phase === 'asking' && (
        <YesOrNo question={COPY.ask} yes={COPY.yes} no={COPY.no} onAnswer={answer} />
      )}
      {isOn && phase !== 'asking' && (
        <Button
          ref={again}
          size="answer"
          variant={isProven ? 'secondary' : 'primary'}
          busy={phase === 'sending'}
          onClick={() => void start()}
        >
          {phase === 'idle' && !isProven ? COPY.send : COPY.again}
        </Button>
      )}
    </CheckStep>
  );
}

/** The step is done once the service worker has reported the push, unless the user saw nothing. */
function stateOf(phase: PushTestPhase, isProven: boolean): StepState {
  if (phase === 'failed' || phase === 'notSent') return 'failed';
  return isProven || phase === 'asking' || phase === 'confirmed' ? 'done' : 'left';
}
