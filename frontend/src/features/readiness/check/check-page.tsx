import { PAGES } from '@contract/paths';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { endTest, playTest } from '../../../lib/audio/audio.js';
import { type Sound, useSound } from '../../../lib/audio/sound-state.js';
import { TOUCH, useMedia } from '../../../lib/hooks/use-media.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Link } from '../../../ui/link.js';
import { Names } from '../../../ui/names.js';
import { ResultPanel, SplitPage } from '../../../ui/pages/split-page.js';
import {
  Step,
  STEP_RESULT,
  type StepFold,
  Steps,
  type StepState,
  useSteps,
} from '../../../ui/steps.js';
import { reportInaudible, reportTested } from '../device-report.js';
import { isPushOn, isPushProven, usePush } from '../push-state.js';
import { savePush } from '../push/sync-push.js';
import { useReadiness } from '../use-readiness.js';
import { checkResult, isTested } from './check-result.js';
import { READINESS } from '../readiness.copy.js';
import { CHECK } from './check.copy.js';
import { InstallOffer } from './install-offer.js';
import { PushStep, PushTestStep, usePushTest, YesOrNo } from './push-steps.js';

const COPY = CHECK;

interface CheckPageProps {
  /** Shows what an alarm looks and sounds like. */
  practice?: ReactNode;
  /** The name of this device, once it is known. */
  device?: string;
}

/**
 * `/app/check`: tests whether an alarm would reach this device, by sound and by notification.
 */
export default function CheckPage({ practice, device }: CheckPageProps) {
  const { phase, start, answer } = useSoundTest();
  const state = useReadiness();
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const pushNow = usePush();
  const { lost, saved } = pushNow;
  const armed = useSound((sound) => sound.state === 'armed');
  const outcome = useRef<HTMLParagraphElement>(null);
  const pushTest = usePushTest();
  useEffect(() => {
    if (phase === 'confirmed') outcome.current?.focus();
  }, [phase]);
  useEffect(() => {
    if (pushTest.phase === 'confirmed') outcome.current?.focus();
  }, [pushTest.phase]);
  // The page shows what is missing, so the bar has done its work.
  useEffect(() => {
    if (lost) savePush({ lost: undefined });
  }, [lost]);
  const isTouch = useMedia(TOUCH);
  const isProven = isPushProven(pushNow) ?? false;
  const hasPush = isPushOn(pushNow);
  const result = checkResult({
    state,
    phase,
    armed,
    testedAt,
    hasPush,
    isPushProven: isProven,
    pushTestedAt: saved?.pushTestedAt,
    isTouch,
  });
  const sound = soundStepState(phase, armed && isTested(testedAt));
  const isHeld = usePressedBefore(sound === 'done') && phase !== 'confirmed';
  const isAsked = pushTest.phase === 'asking';
  const asking = phase === 'asking' ? 0 : isAsked ? 2 : undefined;
  const foldOf = useSteps([sound === 'done' && !isHeld, hasPush, isProven && !isAsked], asking);
  const isReady = result.kind === 'ok';
  const toPanel = (
    <Link
      to={PAGES.app}
      className={buttonClass({ variant: isReady ? 'primary' : 'secondary', size: 'answer' })}
    >
      {COPY.toPanel}
    </Link>
  );

  return (
    <SplitPage title={COPY.title}>
      <p>{isTouch ? COPY.leadOnTouch : COPY.lead}</p>
      <Steps>
        <SoundStep state={sound} phase={phase} onStart={start} onAnswer={answer} fold={foldOf(0)} />
        <PushStep isOn={hasPush} fold={foldOf(1)} />
        <PushTestStep isOn={hasPush} isProven={isProven} test={pushTest} fold={foldOf(2)} />
      </Steps>
      <ResultPanel role="status" kind={result.kind} next={isReady && toPanel}>
        <p ref={outcome} tabIndex={-1} className="outline-none">
          <strong>{result.title}</strong> <span>{result.text}</span>
        </p>
      </ResultPanel>
      <InstallOffer />
      {practice}
      {!isReady && <div>{toPanel}</div>}
      {/* It comes late, so it stands where nothing below it moves. */}
      {device && (
        <p className="text-muted">
          <Names in={COPY.device(device)} />
        </p>
      )}
    </SplitPage>
  );
}

/**
 * A press unlocks the sound before it becomes a click. A step that is done by that must not fold, because
 * the button would leave the finger.
 * @returns whether the user has pressed anything while the step was not done
 */
function usePressedBefore(isDone: boolean): boolean {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (isDone) return;
    const press = () => setPressed(true);
    const names = ['pointerdown', 'keydown'] as const;
    names.forEach((name) => window.addEventListener(name, press, { capture: true }));
    return () =>
      names.forEach((name) => window.removeEventListener(name, press, { capture: true }));
  }, [isDone]);
  return isPressed;
}

const FAILED: TestPhase[] = ['inaudible', 'refused', 'noOutput'];

function soundStepState(phase: TestPhase, isProven: boolean): StepState {
  if (FAILED.includes(phase)) return 'failed';
  return isProven ? 'done' : 'left';
}

const SOUND = CHECK.sound;

/** The status text of each phase, with the next step after a failure. */
const OUTCOMES: Partial<Record<TestPhase, string>> = {
  playing: SOUND.playing,
  saving: SOUND.saving,
  inaudible: SOUND.help,
  refused: SOUND.refused,
  noOutput: READINESS.sound.inaudible,
  interrupted: SOUND.interrupted,
  notSaved: SOUND.notSaved,
};

interface SoundStepProps {
  fold: StepFold;
  state: StepState;
  phase: TestPhase;
  onStart: () => Promise<void>;
  onAnswer: (wasAudible: boolean) => Promise<void>;
}

function SoundStep({ state, phase, onStart, onAnswer, fold }: SoundStepProps) {
  const playAgain = useRef<HTMLButtonElement>(null);
  // The pressed button is gone in these phases, so the next step takes the focus.
  useEffect(() => {
    if (phase === 'saving' || phase === 'inaudible') playAgain.current?.focus();
  }, [phase]);
  const isUnderWay = phase === 'playing' || phase === 'saving';
  return (
    <Step
      {...fold}
      number={1}
      name={SOUND.name}
      state={state}
      result={
        <div role="status" className={STEP_RESULT}>
          {OUTCOMES[phase]}
        </div>
      }
    >
      <p>{SOUND.why}</p>
      {phase === 'asking' ? (
        <YesOrNo question={SOUND.question} yes={SOUND.yes} no={SOUND.no} onAnswer={onAnswer} />
      ) : (
        <Button
          ref={playAgain}
          size="answer"
          variant={state === 'done' ? 'secondary' : 'primary'}
          busy={isUnderWay}
          onClick={() => void onStart()}
        >
          {phase === 'idle' ? SOUND.play : SOUND.again}
        </Button>
      )}
    </Step>
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
  | 'noOutput'
  | 'interrupted'
  | 'notSaved';

function failureOf({ state, isInaudible }: Sound): TestPhase {
  if (isInaudible) return 'noOutput';
  return state === 'blocked' ? 'refused' : 'interrupted';
}

/** Plays the test, asks whether it was audible, and reports the answer. Only a saved yes counts. */
function useSoundTest() {
  const [phase, setPhase] = useState<TestPhase>('idle');
  useEffect(() => endTest, []);

  const start = async () => {
    setPhase('playing');
    if (await playTest()) setPhase('asking');
    else setPhase(failureOf(useSound.getState()));
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
