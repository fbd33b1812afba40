import { PAGES } from '@contract/paths';
import { useEffect, useRef } from 'react';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { buttonClass } from '../../../ui/button.js';
import { useMedia } from '../../../lib/hooks/use-media.js';
import { Link } from '../../../ui/link.js';
import { Notice } from '../../../ui/notice.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { checkResult } from './check-result.js';
import { CHECK } from './check.copy.js';
import { SoundStep } from './sound-step.js';
import { useReadiness } from '../use-readiness.js';
import { useSoundTest } from './use-sound-test.js';

const COPY = CHECK;
/** Matches where a finger is the main pointer. */
const TOUCH = '(pointer: coarse)';

/** `/app/check`: tests whether an alarm would sound on this device. */
export default function CheckPage() {
  const { phase, start, answer } = useSoundTest();
  const state = useReadiness();
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (phase === 'confirmed') outcome.current?.focus();
  }, [phase]);
  const isTouch = useMedia(TOUCH);
  const result = checkResult(state, phase, testedAt, isTouch);
  return (
    <div className="mx-auto flex max-w-form flex-col gap-6">
      <PageTitle title={COPY.title}>{COPY.title}</PageTitle>
      <p>{COPY.lead}</p>
      <SoundStep state={result.step} phase={phase} onStart={start} onAnswer={answer} />
      <Notice role="status" kind={result.kind}>
        <p ref={outcome} tabIndex={-1} className="outline-none">
          <strong>{result.title}</strong> {result.text}
        </p>
      </Notice>
      <div>
        <Link to={PAGES.app} className={buttonClass({ variant: 'secondary' })}>
          {COPY.toPanel}
        </Link>
      </div>
    </div>
  );
}
