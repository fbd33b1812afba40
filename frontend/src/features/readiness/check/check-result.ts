import type { StepState } from './check-step.js';
import { CHECK } from './check.copy.js';
import { isTestOld, testedText } from '../tested.js';
import { READINESS } from '../readiness.copy.js';
import type { TabReadiness } from '../use-readiness.js';
import type { TestPhase } from './use-sound-test.js';

const COPY = CHECK.result;

export interface CheckResult {
  kind: 'ok' | 'info' | 'error';
  title: string;
  text: string;
  step: StepState;
}

/**
 * The title begins with the word of the readiness chip, and the text says what is missing.
 * @param isTouch true for a phone or tablet, which sleeps when its screen is off
 */
export function checkResult(
  state: TabReadiness,
  phase: TestPhase,
  testedAt: string | null | undefined,
  isTouch: boolean,
  now = new Date(),
): CheckResult {
  const step = stepState(state, phase, testedAt, now);
  const when = testedAt ? testedText(testedAt, now) : undefined;
  if (state === 'ready') {
    const title = isTouch ? COPY.readyOnTouch : COPY.ready;
    return { kind: 'ok', title, text: when ? COPY.tested(when) : '', step };
  }
  const untested = phase === 'inaudible' ? COPY.inaudible : COPY.untested(when);
  return {
    kind: state === 'away' || state === 'muted' ? 'error' : 'info',
    title: `${READINESS.state[state]}.`,
    text: state === 'untested' ? untested : COPY[state],
    step,
  };
}

function stepState(
  state: TabReadiness,
  phase: TestPhase,
  testedAt: string | null | undefined,
  now: Date,
): StepState {
  if (phase === 'inaudible' || phase === 'refused') return 'failed';
  const isTested = testedAt && !isTestOld(testedAt, now.getTime());
  return isTested && state !== 'muted' ? 'done' : 'left';
}
