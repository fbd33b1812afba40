import { serverNow } from '../../../lib/time/clock.js';
import { isTestOld, type TabReadiness, testedText } from '../use-readiness.js';
import { CHECK } from './check.copy.js';
import type { TestPhase } from './check-page.js';

const COPY = CHECK.result;

export interface CheckFacts {
  state: TabReadiness;
  phase: TestPhase;
  armed: boolean;
  testedAt: string | null | undefined;
  /** True while notifications are on. */
  hasPush: boolean;
  isPushProven: boolean;
  pushTestedAt: string | null | undefined;
  /** True for a phone or tablet, which sleeps when its screen is off. */
  isTouch: boolean;
}

export interface CheckResult {
  kind: 'ok' | 'info' | 'error';
  title: string;
  text: string;
}

/** Says what is true of this device: with sound and push, with one of them, or with neither. */
export function checkResult(facts: CheckFacts, now = new Date(serverNow())): CheckResult {
  const { state, armed, testedAt, phase, isPushProven } = facts;
  if (state === 'connecting') return { kind: 'info', title: COPY.connecting, text: COPY.wait };
  if (state === 'away' || state === 'noBuilding')
    return { kind: 'error', title: COPY.notReady, text: COPY[state] };
  const isSoundProven =
    armed && phase !== 'inaudible' && phase !== 'refused' && isTested(testedAt, now);
  if (isSoundProven && isPushProven) return ready(facts, now);
  const text = [
    !isSoundProven && soundText(facts, now),
    pushText(facts, isSoundProven),
    isSoundProven && testedAt && COPY.tested(testedText(testedAt, now)),
  ];
  const isAlmost = isSoundProven || isPushProven;
  return {
    kind: isAlmost ? 'info' : 'error',
    title: isAlmost ? COPY.almost : COPY.notReady,
    text: text.filter(Boolean).join(' '),
  };
}

export const isTested = (
  testedAt: string | null | undefined,
  now = new Date(serverNow()),
): boolean => Boolean(testedAt) && !isTestOld(testedAt!, now.getTime());

/** The older of the two tests counts, because both are needed. */
function ready({ testedAt, pushTestedAt }: CheckFacts, now: Date): CheckResult {
  const oldest = [testedAt, pushTestedAt].filter((at) => typeof at === 'string').sort()[0];
  const text = oldest ? COPY.tested(testedText(oldest, now)) : '';
  return { kind: 'ok', title: COPY.ready, text };
}

function soundText({ armed, phase, testedAt }: CheckFacts, now: Date): string {
  if (phase === 'inaudible') return COPY.inaudible;
  if (!armed) return COPY.muted;
  return testedAt ? COPY.oldTest(testedText(testedAt, now)) : COPY.untested;
}

function pushText({ isPushProven, hasPush, isTouch }: CheckFacts, isSoundProven: boolean): string {
  if (isPushProven) return '';
  if (hasPush && isSoundProven) return COPY.pushUntested;
  if (isSoundProven) return isTouch ? COPY.onlyOpenOnTouch : COPY.onlyOpen;
  return isTouch ? COPY.onlyShownOnTouch : COPY.onlyShown;
}
