import { useEffect, useRef, useState } from 'react';
import { pushSupport } from '../../../lib/browser/push.js';
import { Button } from '../../../ui/button.js';
import { updatePush, usePush } from '../push-state.js';
import { readOwnPush, syncPush } from '../push/sync-push.js';
import { CheckStep, type StepState } from './check-step.js';
import { CHECK } from './check.copy.js';
import { PushHelp } from './push-help.js';

const COPY = CHECK.push;
const OUTCOMES: Record<SwitchPhase, string> = {
  idle: '',
  asking: COPY.asking,
  denied: '',
  saving: COPY.saving,
  dismissed: COPY.dismissed,
  notSaved: COPY.notSaved,
};

/** The browser asks for the permission only after a press here, below the reason for it. */
export function PushStep({ isOn }: { isOn: boolean }) {
  const push = usePush((state) => state.push);
  const { phase, turnOn } = usePushSwitch();
  const outcome = useRef<HTMLDivElement>(null);
  const wasOn = useRef(isOn);
  // The pressed button is gone.
  useEffect(() => {
    if (isOn && !wasOn.current) outcome.current?.focus();
    wasOn.current = isOn;
  }, [isOn]);
  const support = pushSupport();
  const canAsk = support === 'supported' && push !== 'denied';
  return (
    <CheckStep number={2} name={COPY.name} state={stateOf(isOn, canAsk, phase)}>
      <p>{COPY.why}</p>
      {support !== 'supported' && <p className="font-semibold">{COPY[support]}</p>}
      <div
        ref={outcome}
        tabIndex={-1}
        role="status"
        className="font-semibold outline-none empty:hidden"
      >
        {canAsk && (isOn ? COPY.on : OUTCOMES[phase])}
      </div>
      {support === 'supported' && push === 'denied' && <PushHelp takesFocus={phase === 'denied'} />}
      {canAsk && !isOn && (
        <Button
          size="answer"
          busy={phase === 'asking' || phase === 'saving'}
          onClick={() => void turnOn()}
        >
          {COPY.turnOn}
        </Button>
      )}
    </CheckStep>
  );
}

function stateOf(isOn: boolean, canAsk: boolean, phase: SwitchPhase): StepState {
  if (isOn) return 'done';
  return !canAsk || phase === 'notSaved' ? 'failed' : 'left';
}

type SwitchPhase = 'idle' | 'asking' | 'denied' | 'saving' | 'dismissed' | 'notSaved';

/** Asks for the permission inside the press, and subscribes once it is given. */
function usePushSwitch() {
  const [phase, setPhase] = useState<SwitchPhase>('idle');

  const turnOn = async () => {
    setPhase('asking');
    const permission = await Notification.requestPermission();
    updatePush();
    if (permission === 'default') return setPhase('dismissed');
    if (permission === 'denied') return setPhase('denied');
    setPhase('saving');
    try {
      // One that the push service has dropped is dropped for good.
      await syncPush({ isFresh: usePush.getState().saved?.pushSubscription === 'dead' });
      await readOwnPush();
      setPhase('idle');
    } catch {
      setPhase('notSaved');
    }
  };
  return { phase, turnOn };
}
