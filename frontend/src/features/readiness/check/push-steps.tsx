import type { PushState } from '@contract/devices';
import { useEffect, useRef, useState } from 'react';
import { pushSupport } from '../../../lib/browser/push.js';
import { onWorkerMessage } from '../../../lib/browser/service-worker.js';
import { Button } from '../../../ui/button.js';
import { Step, STEP_RESULT, type StepFold, type StepState } from '../../../ui/steps.js';
import { updatePush, usePush } from '../push-state.js';
import {
  browserVersion,
  readOwnPush,
  savePush,
  sendPushTest,
  syncPush,
} from '../push/sync-push.js';
import { CHECK } from './check.copy.js';
import { PushHelp } from './push-help.js';

const SWITCH = CHECK.push;
const SWITCH_OUTCOMES: Record<SwitchPhase, string> = {
  idle: '',
  asking: SWITCH.asking,
  denied: '',
  saving: SWITCH.saving,
  dismissed: SWITCH.dismissed,
  notSaved: SWITCH.notSaved,
};

/** The browser asks for the permission only after a press here, below the reason for it. */
export function PushStep({ isOn, fold }: { isOn: boolean; fold: StepFold }) {
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
  const mayAsk = canAsk(push);
  return (
    <Step
      {...fold}
      number={2}
      name={SWITCH.name}
      state={switchState(isOn, mayAsk, phase)}
      result={
        <div ref={outcome} tabIndex={-1} role="status" className={STEP_RESULT}>
          {support === 'supported'
            ? mayAsk && (isOn ? SWITCH.on : SWITCH_OUTCOMES[phase])
            : SWITCH[support]}
        </div>
      }
    >
      <p>{SWITCH.why}</p>
      {support === 'supported' && push === 'denied' && <PushHelp takesFocus={phase === 'denied'} />}
      {mayAsk && !isOn && (
        <Button
          size="answer"
          busy={phase === 'asking' || phase === 'saving'}
          onClick={() => void turnOn()}
        >
          {SWITCH.turnOn}
        </Button>
      )}
    </Step>
  );
}

/** @returns whether notifications can be turned on by a press here */
const canAsk = (push: PushState): boolean => pushSupport() === 'supported' && push !== 'denied';

function switchState(isOn: boolean, mayAsk: boolean, phase: SwitchPhase): StepState {
  if (isOn) return 'done';
  return !mayAsk || phase === 'notSaved' ? 'failed' : 'left';
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

const TEST = CHECK.pushTest;
const TEST_OUTCOMES: Record<PushTestPhase, string> = {
  idle: '',
  sending: TEST.sending,
  asking: TEST.arrived,
  confirmed: '',
  failed: TEST.failed,
  notSent: TEST.notSent,
};

interface PushTestStepProps {
  fold: StepFold;
  /** True while notifications are on, so that a test can be sent. */
  isOn: boolean;
  isProven: boolean;
  test: ReturnType<typeof usePushTest>;
}

export function PushTestStep({ isOn, isProven, test, fold }: PushTestStepProps) {
  const push = usePush((state) => state.push);
  const { phase, start, answer } = test;
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (phase === 'failed') again.current?.focus();
  }, [phase]);
  return (
    <Step
      {...fold}
      number={3}
      name={TEST.name}
      state={testState(phase, isProven)}
      result={
        <div role="status" className={STEP_RESULT}>
          {isOn ? TEST_OUTCOMES[phase] : TEST[canAsk(push) ? 'first' : 'impossible']}
        </div>
      }
    >
      <p>{TEST.why}</p>
      {isOn && phase === 'asking' && (
        <YesOrNo question={TEST.question} yes={TEST.yes} no={TEST.no} onAnswer={answer} />
      )}
      {isOn && phase !== 'asking' && (
        <Button
          ref={again}
          size="answer"
          variant={isProven ? 'secondary' : 'primary'}
          busy={phase === 'sending'}
          onClick={() => void start()}
        >
          {phase === 'idle' && !isProven ? TEST.send : TEST.again}
        </Button>
      )}
    </Step>
  );
}

/** The step is done once the service worker has reported the push, unless the user saw nothing. */
function testState(phase: PushTestPhase, isProven: boolean): StepState {
  if (phase === 'failed' || phase === 'notSent') return 'failed';
  return isProven || phase === 'asking' || phase === 'confirmed' ? 'done' : 'left';
}

type PushTestPhase = 'idle' | 'sending' | 'asking' | 'confirmed' | 'failed' | 'notSent';

/** A push that needs longer would be too late for an alarm, too. */
const ARRIVES_MS = 10_000;

/** Sends a push, waits until the service worker has shown it, and asks whether it was seen. */
export function usePushTest() {
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

interface YesOrNoProps {
  question: string;
  yes: string;
  no: string;
  onAnswer: (isYes: boolean) => Promise<void>;
}

/** Asks what only the user can know. It replaces the pressed button, so it takes the focus. */
export function YesOrNo({ question, yes, no, onAnswer }: YesOrNoProps) {
  const asked = useRef<HTMLParagraphElement>(null);
  useEffect(() => asked.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3">
      <p ref={asked} tabIndex={-1} className="text-button font-bold outline-none">
        {question}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button size="answer" onClick={() => void onAnswer(true)}>
          {yes}
        </Button>
        <Button size="answer" variant="secondary" onClick={() => void onAnswer(false)}>
          {no}
        </Button>
      </div>
    </div>
  );
}
