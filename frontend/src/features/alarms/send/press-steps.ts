import type { PressOutcome } from './find-outcome.js';
import type { DatabaseWrite, PressEffect, RecordRead } from './press-events.js';
import { isInTime, type PressRecord, type SendState } from './press.js';

/** If the sending tab is silent this long, another tab sends too. The server saves one id once. */
export const SILENCE_MS = 3_000;
/** If the outcome of an old press is unknown this long, the page says that it was not sent. */
export const LOOK_UP_MS = 2_000;

export interface CurrentPress {
  record: PressRecord;
  /** The progress that the person sees; missing while the outcome of the press is looked up. */
  progress?: SendState | undefined;
  /** Whether this tab sends it. */
  isSender: boolean;
}

export interface PressState {
  /** Counts the presses that this tab has taken up; the same press may count again. */
  round: number;
  current?: CurrentPress;
}

export type TakenState = PressState & { current: CurrentPress };

export interface Step {
  state: PressState;
  effects: PressEffect[];
}

export const same = (state: PressState): Step => ({ state, effects: [] });

/** Makes `record` the current press, and leaves the one before. */
export function take(
  before: PressState,
  record: PressRecord,
): { state: TakenState; effects: PressEffect[] } {
  const state = { round: before.round + 1, current: { record, isSender: false } };
  return { state, effects: leave(before) };
}

/** Stops the current press in this tab, and gives the turn to the next tab. */
export const leave = ({ current }: PressState): PressEffect[] =>
  current ? [{ type: 'stop' }, { type: 'releaseTurn' }] : [];

export function forget(state: PressState, also: PressEffect[] = []): Step {
  const effects: PressEffect[] = [...leave(state), { type: 'showNothing' }, ...also];
  return { state: { round: state.round }, effects };
}

export function startSending(state: TakenState): Step {
  const { round, current } = state;
  if (current.isSender) return same(state);
  const { record } = current;
  return {
    state: { round, current: { ...current, isSender: true } },
    effects: [{ type: 'stopTimer' }, { type: 'startSending', round, record }],
  };
}

/** Shows and posts new progress. Every phase but `sending` settles the press. */
export function advance({ round, current }: TakenState, progress: SendState): Step {
  const { record } = current;
  const shown: PressEffect[] = [
    { type: 'show', record, progress },
    { type: 'postToTabs', message: { record, state: progress } },
  ];
  if (progress.phase === 'sending') {
    return { state: { round, current: { ...current, progress } }, effects: shown };
  }
  const isSent = progress.phase === 'sent';
  return {
    state: isSent ? { round } : { round, current: { record, progress, isSender: false } },
    effects: [
      ...shown,
      { type: 'stop' },
      { type: 'releaseTurn', after: settlement(record, progress) },
    ],
  };
}

function settlement(record: PressRecord, progress: SendState): DatabaseWrite | undefined {
  if (progress.phase === 'sent') return { type: 'deletePress', alarmId: record.press.alarmId };
  if (progress.phase !== 'refused') return undefined;
  return { type: 'savePress', record: { ...record, refusal: progress.message } };
}

/** Continues by the saved record, which has another tab's result even when its message was lost. */
export function continueAfterRead(
  state: TakenState,
  { answer, nowMs, isFeedKnown }: RecordRead,
): Step {
  const { record, progress, isSender } = state.current;
  if (isSender || (progress && progress.phase !== 'sending')) return same(state);
  if (answer && answer.found?.press.alarmId !== record.press.alarmId) return forget(state);
  const refusal = answer?.found?.refusal;
  if (refusal !== undefined) return advance(state, { phase: 'refused', message: refusal });
  return isInTime(record.pressedAtMs, nowMs) ? startSending(state) : lookUp(state, isFeedKnown);
}

/** Looks up the outcome after the minute: a request may be saved although its reply was lost. */
function lookUp(state: TakenState, isFeedKnown: boolean): Step {
  const { round, current } = state;
  const { record } = current;
  const effects: PressEffect[] = [
    { type: 'startTimer', round, ms: LOOK_UP_MS, leadsTo: 'outcomeOverdue' },
  ];
  if (isFeedKnown) effects.push({ type: 'readOutcome', round, record });
  return { state, effects };
}

export const sentAs = ({ alarm, merged }: PressOutcome): SendState => ({
  phase: 'sent',
  answer: { alarm, epoch: '', seq: 0, merged },
});

export const silenceTimer = ({ round }: PressState): PressEffect => ({
  type: 'startTimer',
  round,
  ms: SILENCE_MS,
  leadsTo: 'sendingTabSilent',
});

export const awaitTurn = ({ round, current }: TakenState): PressEffect => ({
  type: 'awaitTurn',
  round,
  alarmId: current.record.press.alarmId,
});

export const readRecord = ({ round, current }: TakenState): PressEffect => ({
  type: 'readRecord',
  round,
  record: current.record,
});
