import type { StepState } from './check-step.js';
import { CHECK } from './check.copy.js';
import { isTestOld, testedText } from '../tested.js';
import type { ReadinessState } from '../use-readiness.js';
import type { TestPhase } from './use-sound-test.js';

const COPY = CHECK.result;

export interface CheckResult {
  kind: 'ok' | 'info' | 'error';
  title: string;
  text: string;
  step: StepState;
}

/** Calls a device ready only when it is connected, would sound, and the member confirmed the test. */
export function checkResult(
  state: ReadinessState,
  phase: TestPhase,
  testedAt: string | null | undefined,
  now = new Date(),
): CheckResult | undefined {
  const not = (text: string, step: StepState = 'left'): CheckResult => ({
    kind: 'error',
    title: COPY.notReady,
    text,
    step,
  });
  const almost = (text: string): CheckResult => ({
    kind: 'info',
    title: COPY.almost,
    text,
    step: 'left',
  });
  if (phase === 'inaudible') return not(COPY.inaudible, 'failed');
  if (state === 'away') return not(COPY.away);
  if (state === 'muted') return not(COPY.blocked, phase === 'refused' ? 'failed' : 'left');
  if (state === 'connecting' || testedAt === undefined) return undefined;
  if (testedAt === null) return almost(COPY.notTested);
  const when = testedText(testedAt, now);
  if (isTestOld(testedAt, now.getTime())) return almost(COPY.oldTest(when));
  const text = `${COPY.tested(when)} ${COPY.leaveOpen}`;
  return { kind: 'ok', title: COPY.ready, text, step: 'done' };
}
