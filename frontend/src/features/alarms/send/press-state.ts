import { findOutcome, type PressOutcome } from './find-outcome.js';
import {
  type DatabaseWrite,
  isInTime,
  type PressEffect,
  type PressEvent,
  type PressMessage,
  type PressRecord,
  type RecordRead,
  type RoundEvent,
  type SendState,
} from './press.js';

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

type TakenState = PressState & { current: CurrentPress };

interface Step {
  state: PressState;
  effects: PressEffect[];
}

/** If the sending tab is silent this long, another tab sends too. The server saves one id once. */
const SILENCE_TIMER = { type: 'startTimer', ms: 3_000, leadsTo: 'sendingTabSilent' } as const;
/** If the outcome of an old press is unknown this long, the page says that it was not sent. */
const LOOK_UP_TIMER = { type: 'startTimer', ms: 2_000, leadsTo: 'outcomeOverdue' } as const;

/**
 * Returns the next state of a press and its effects; a pure function that `press-machine.ts` runs.
 * A person has one press at a time in all tabs of a browser. One tab sends it; the others show its
 * posts, and replace it when it is gone or silent. docs/decisions/0009 has the reasons.
 */
export function reduce(state: PressState, event: PressEvent): Step {
  if ('round' in event) {
    const { round, current } = state;
    return current && round === event.round ? reduceRound({ round, current }, event) : same(state);
  }
  switch (event.type) {
    case 'pressed':
      // A second press must not end the sending of the first: it shows the first again.
      return showSending(state) ?? press(state, event.record, event.isRetry);
    case 'restored':
      return restore(state, event.record, event.nowMs);
    case 'messageReceived':
      return event.message.record.userId === event.userId
        ? receive(state, event.message)
        : same(state);
    case 'sheetClosed':
      return closeSheet(state);
    case 'dropped':
      return state.current?.progress ? drop(state, state.current) : same(state);
    case 'pageLeft':
      return isSending(state.current) ? same(state) : forget(state);
    case 'userChanged':
      return forget(state, event.hasSignedOut ? [{ type: 'deleteAllPresses' }] : []);
  }
}

function reduceRound(state: TakenState, event: RoundEvent): Step {
  const { record, progress } = state.current;
  switch (event.type) {
    case 'saved':
      return startSending(state);
    case 'progressed':
      return advance(state, event.progress);
    case 'heartbeatDue':
      return { state, effects: [{ type: 'postToTabs', message: { record, state: progress } }] };
    case 'turnCame':
    case 'sendingTabSilent':
      return { state, effects: [{ type: 'readRecord', record }] };
    case 'recordRead':
      return continueAfterRead(state, event);
    case 'outcomeRead': {
      const outcome = findOutcome(event.alarms, record, event.clocks);
      if (outcome) return advance(state, sentAs(outcome));
      return progress?.phase === 'failed' ? same(state) : advance(state, { phase: 'failed' });
    }
    case 'outcomeOverdue':
      return advance(state, { phase: 'failed' });
    case 'feedChanged': {
      if (progress?.phase === 'refused') return same(state);
      const outcome = findOutcome(event.alarms, record, event.clocks);
      // A press without a reply has not failed when the stream has its alarm.
      if (outcome) return advance(state, sentAs(outcome));
      const mayAsk = event.hasAdvanced && progress?.phase !== 'sending';
      return { state, effects: mayAsk ? [{ type: 'readOutcome', record }] : [] };
    }
  }
}

function press(before: PressState, record: PressRecord, isRetry: boolean): Step {
  const { alarmId } = record.press;
  const old = isRetry ? before.current?.record.press.alarmId : undefined;
  const taken = take(before, record);
  const { state, effects } = advance(taken.state, { phase: 'sending' });
  return {
    state,
    effects: [
      ...(old === undefined ? [] : [{ type: 'deletePress' as const, alarmId: old }]),
      ...taken.effects,
      { type: 'holdTurn', alarmId },
      ...effects,
      { type: 'saveBeforeSending', record },
    ],
  };
}

function restore(before: PressState, record: PressRecord, nowMs: number): Step {
  const { state, effects } = take(before, record);
  const maySend = record.refusal === undefined && isInTime(record.pressedAtMs, nowMs);
  if (!maySend) return { state, effects: [...effects, { type: 'readRecord', record }] };
  const shown = advance(state, { phase: 'sending' });
  return {
    state: shown.state,
    effects: [...effects, ...shown.effects, SILENCE_TIMER, awaitTurn(record)],
  };
}

function receive(state: PressState, { record, state: progress }: PressMessage): Step {
  const { round, current } = state;
  if (current?.record.press.alarmId === record.press.alarmId) {
    if (!progress) return forget(state);
    if (!current.isSender) return follow({ round, current }, progress);
    return progress.phase === 'sent' ? advance({ round, current }, progress) : same(state);
  }
  // After presses in two tabs at once, each tab shows its own press.
  if (!progress || isSending(current)) return same(state);
  const taken = take(state, record);
  const followed = follow(taken.state, progress);
  return {
    state: followed.state,
    effects: [...taken.effects, awaitTurn(record), ...followed.effects],
  };
}

/** Shows the progress that the sending tab has posted. Only the sending tab posts. */
function follow({ round, current }: TakenState, progress: SendState): Step {
  const { record } = current;
  const effects: PressEffect[] = [
    { type: 'stopTimer' },
    { type: 'showProgress', record, progress },
  ];
  if (progress.phase === 'sent') {
    return { state: { round }, effects: [...effects, { type: 'releaseTurn' }] };
  }
  if (progress.phase === 'sending') effects.push(SILENCE_TIMER);
  return { state: { round, current: { ...current, progress } }, effects };
}

function closeSheet(state: PressState): Step {
  const { current } = state;
  // A press whose outcome is being looked up is not shown, so the sheet belongs to another press.
  if (!current?.progress) return { state, effects: [{ type: 'hideSheet' }] };
  // A press that is being sent is shown again, because the person must see its outcome.
  return showSending(state) ?? drop(state, current);
}

/** Another tab that waits for the turn finds no record, so that it does not send the press. */
function drop({ round }: PressState, { record }: CurrentPress): Step {
  const { alarmId } = record.press;
  return {
    state: { round },
    effects: [
      { type: 'postToTabs', message: { record } },
      { type: 'stop' },
      { type: 'releaseTurn', after: { type: 'deletePress', alarmId } },
      { type: 'hideSheet' },
    ],
  };
}

const same = (state: PressState): Step => ({ state, effects: [] });

const isSending = (current: CurrentPress | undefined): boolean =>
  current?.progress?.phase === 'sending';

/** @returns undefined when no press is being sent */
function showSending(state: PressState): Step | undefined {
  const { record, progress } = state.current ?? {};
  if (!record || progress?.phase !== 'sending') return undefined;
  return { state, effects: [{ type: 'showProgress', record, progress }] };
}

/** Makes `record` the current press, and leaves the one before. */
function take(before: PressState, record: PressRecord): Step & { state: TakenState } {
  const state = { round: before.round + 1, current: { record, isSender: false } };
  return { state, effects: leave(before) };
}

/** Stops the current press in this tab, and gives the turn to the next tab. */
const leave = ({ current }: PressState): PressEffect[] =>
  current ? [{ type: 'stop' }, { type: 'releaseTurn' }] : [];

function forget(state: PressState, also: PressEffect[] = []): Step {
  const effects: PressEffect[] = [...leave(state), { type: 'showNothing' }, ...also];
  return { state: { round: state.round }, effects };
}

function startSending(state: TakenState): Step {
  const { round, current } = state;
  if (current.isSender) return same(state);
  return {
    state: { round, current: { ...current, isSender: true } },
    effects: [{ type: 'stopTimer' }, { type: 'startSending', record: current.record }],
  };
}

/** Shows and posts new progress. Every phase but `sending` settles the press. */
function advance({ round, current }: TakenState, progress: SendState): Step {
  const { record } = current;
  const shown: PressEffect[] = [
    { type: 'showProgress', record, progress },
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
function continueAfterRead(state: TakenState, { answer, nowMs, isFeedKnown }: RecordRead): Step {
  const { record, progress, isSender } = state.current;
  if (isSender || (progress && progress.phase !== 'sending')) return same(state);
  if (answer && answer.found?.press.alarmId !== record.press.alarmId) return forget(state);
  const refusal = answer?.found?.refusal;
  if (refusal !== undefined) return advance(state, { phase: 'refused', message: refusal });
  if (isInTime(record.pressedAtMs, nowMs)) return startSending(state);
  // A request may be saved although its reply was lost, so the outcome is looked up.
  const look: PressEffect[] = isFeedKnown ? [{ type: 'readOutcome', record }] : [];
  return { state, effects: [LOOK_UP_TIMER, ...look] };
}

const sentAs = ({ alarm, merged }: PressOutcome): SendState => ({
  phase: 'sent',
  answer: { alarm, epoch: '', seq: 0, merged },
});

const awaitTurn = ({ press }: PressRecord): PressEffect => ({
  type: 'awaitTurn',
  alarmId: press.alarmId,
});
