import { useEffect, useRef, useState } from 'react';
import { onWorkerMessage } from '../../../lib/browser/service-worker.js';
import { Button } from '../../../ui/button.js';
import { sendPushTest } from '../push/push-api.js';
import { browserVersion, readOwnPush, savePush, syncPush } from '../push/sync-push.js';
import { CheckStep, type StepState, YesOrNo } from './check-step.js';
import { CHECK } from './check.copy.js';

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

type PushTestPhase = 'idle' | 'sending' | 'asking' | 'confirmed' | 'failed' | 'notSent';

/** A push that needs longer would be too late for an alarm, too. */
const ARRIVES_MS = 10_000;

/** Sends a push, waits until the service worker has shown it, and asks whether it was seen. */
function usePushTest() {
  const [phase, setPhase] = useState<PushTestPhase>('idle');
  /** The push may arrive before the answer to the request that sent it. */
  const arrived = useRef(new Set<string>());
  const sent = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const stop = onWorkerMessage((message) => {
      if (message.type !== 'push:test') return;
      arrived.current.add(message.testId);
      if (message.testId !== sent.current) return;
      clearTimeout(timer.current);
      setPhase('asking');
    });
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, []);

  /** A new subscription takes an earlier proof back, on the server too. */
  const fail = () => {
    setPhase('failed');
    void syncPush({ isFresh: true })
      .catch(() => undefined)
      .then(readOwnPush);
  };

  const start = async () => {
    setPhase('sending');
    try {
      const test = await sendPushTest();
      sent.current = test.testId;
      if (arrived.current.has(test.testId)) return setPhase('asking');
      if (test.sent === 0) return fail();
      timer.current = setTimeout(fail, ARRIVES_MS);
    } catch {
      setPhase('notSent');
    }
  };

  const answer = async (wasSeen: boolean) => {
    if (!wasSeen) return fail();
    setPhase('confirmed');
    savePush({ browser: browserVersion(), lost: undefined });
    await readOwnPush();
  };
  return { phase, start, answer };
}
