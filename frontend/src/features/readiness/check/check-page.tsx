import { PAGES } from '@contract/paths';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSound } from '../../../lib/audio/sound-state.js';
import { useMedia } from '../../../lib/hooks/use-media.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { buttonClass } from '../../../ui/button.js';
import { Link } from '../../../ui/link.js';
import { Notice } from '../../../ui/notice.js';
import { Page } from '../../../ui/pages/page.js';
import { isPushOn, isPushProven, usePush } from '../push-state.js';
import { savePush } from '../push/sync-push.js';
import { useReadiness } from '../use-readiness.js';
import { checkResult, isTested } from './check-result.js';
import type { StepState } from './check-step.js';
import { CHECK } from './check.copy.js';
import { PushStep } from './push-step.js';
import { PushTestStep } from './push-test-step.js';
import { SoundStep, type TestPhase, useSoundTest } from './sound-step.js';

const COPY = CHECK;
/** Matches where a finger is the main pointer. */
const TOUCH = '(pointer: coarse)';

/**
 * `/app/check`: tests whether an alarm would reach this device, by sound and by notification.
 * @param practice shows what an alarm looks and sounds like
 */
export default function CheckPage({ practice }: { practice?: ReactNode }) {
  const { phase, start, answer } = useSoundTest();
  const state = useReadiness();
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const pushNow = usePush();
  const { lost, saved } = pushNow;
  const armed = useSound((sound) => sound.state === 'armed');
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (phase === 'confirmed') outcome.current?.focus();
  }, [phase]);
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
  return (
    <Page title={COPY.title} width="task">
      <p>{COPY.lead}</p>
      <ol className="flex flex-col gap-4">
        <SoundStep
          state={soundStepState(phase, armed && isTested(testedAt, new Date()))}
          phase={phase}
          onStart={start}
          onAnswer={answer}
        />
        <PushStep isOn={hasPush} />
        <PushTestStep isOn={hasPush} isProven={isProven} />
      </ol>
      <Notice role="status" kind={result.kind}>
        <p ref={outcome} tabIndex={-1} className="outline-none">
          <strong>{result.title}</strong> <span>{result.text}</span>
        </p>
      </Notice>
      {practice}
      <div>
        <Link to={PAGES.app} className={buttonClass({ variant: 'secondary' })}>
          {COPY.toPanel}
        </Link>
      </div>
    </Page>
  );
}

function soundStepState(phase: TestPhase, isProven: boolean): StepState {
  if (phase === 'inaudible' || phase === 'refused') return 'failed';
  return isProven ? 'done' : 'left';
}
