import type { Alarm, RaiseResult } from '@contract/alarm';
import type { CurrentPress, PressState } from '../send/press-state.js';
import type { PressEffect, PressEvent, PressRecord, RecordRead, SendState } from '../send/press.js';
import { anna, karl, makeAlarm, membership, NOW } from './fixtures.js';

/**
 * States, events and effects for the tables in `press-state.test.ts` and `press-outcome.test.ts`.
 * Karl's press has the id `p`, and another press of his has `q`.
 */

export const record: PressRecord = {
  press: { buildingId: 'b', alarmId: 'p', type: 'fire' },
  sender: membership,
  userId: 'karl',
  pressedAtMs: NOW,
  pressedAtServerMs: NOW,
};
export const other: PressRecord = { ...record, press: { ...record.press, alarmId: 'q' } };
export const refusedRecord: PressRecord = { ...record, refusal: 'Nej.' };

export const SENDING: SendState = { phase: 'sending' };
export const OFFLINE: SendState = { phase: 'sending', trouble: 'offline' };
export const FAILED: SendState = { phase: 'failed' };
export const REFUSED: SendState = { phase: 'refused', message: 'Nej.' };
export const raised: Alarm = makeAlarm({ id: 'p', sender: karl });
export const sentAs = (answer: Partial<RaiseResult> = {}): SendState => ({
  phase: 'sent',
  answer: { alarm: raised, epoch: '', seq: 0, merged: false, ...answer },
});
export const SENT = sentAs();

const round = 1;
const at = (change: Partial<CurrentPress>): PressState => ({
  round,
  current: { record, isSender: false, ...change },
});
export const nothing: PressState = { round: 0 };
/** The state after a press that is settled. */
export const settled: PressState = { round };
export const lookingUp = at({});
export const following = at({ progress: SENDING });
export const sending = at({ progress: SENDING, isSender: true });
export const offline = at({ progress: OFFLINE, isSender: true });
export const failed = at({ progress: FAILED });
export const refused = at({ progress: REFUSED });
export const otherPress: PressState = {
  round: 2,
  current: { record: other, progress: SENDING, isSender: false },
};

export const saved: PressEvent = { type: 'saved', round };
export const progressed = (progress: SendState): PressEvent => ({
  type: 'progressed',
  round,
  progress,
});
export const heartbeat: PressEvent = { type: 'heartbeatDue', round };
export const turnCame: PressEvent = { type: 'turnCame', round };
export const silent: PressEvent = { type: 'sendingTabSilent', round };
export const overdue: PressEvent = { type: 'outcomeOverdue', round };
export const closed: PressEvent = { type: 'sheetClosed' };
export const dropped: PressEvent = { type: 'dropped' };
export const pageLeft: PressEvent = { type: 'pageLeft' };
export const message = (state?: SendState, of = record, userId = 'karl'): PressEvent => ({
  type: 'messageReceived',
  message: { record: of, state },
  userId,
});
export const read = (change: Partial<RecordRead> = {}): PressEvent => ({
  type: 'recordRead',
  round,
  answer: { found: record },
  nowMs: NOW + 5_000,
  isFeedKnown: true,
  ...change,
});
const clocks = { nowMs: NOW + 300_000, serverNowMs: NOW + 300_000 };
export const outcomeRead = (...alarms: Alarm[]): PressEvent => ({
  type: 'outcomeRead',
  round,
  alarms,
  clocks,
});
export const feedChanged = (alarms: Alarm[], hasAdvanced = true): PressEvent => ({
  type: 'feedChanged',
  round,
  alarms,
  clocks,
  hasAdvanced,
});

/** Returns Anna's alarm with Karl as a witness, `afterMs` after his press. */
export const joined = (afterMs: number, change: Partial<Alarm> = {}): Alarm =>
  makeAlarm({
    sender: anna,
    witnesses: [{ ...karl, at: new Date(NOW + afterMs).toISOString() }],
    ...change,
  });

export const show = (progress: SendState, of = record): PressEffect => ({
  type: 'showProgress',
  record: of,
  progress,
});
export const post = (state?: SendState, of = record): PressEffect => ({
  type: 'postToTabs',
  message: { record: of, state },
});
export const stop: PressEffect = { type: 'stop' };
export const stopTimer: PressEffect = { type: 'stopTimer' };
export const release: PressEffect = { type: 'releaseTurn' };
export const deletePress: PressEffect = { type: 'deletePress', alarmId: 'p' };
export const startSending: PressEffect = { type: 'startSending', record };
export const readRecord: PressEffect = { type: 'readRecord', record };
export const readOutcome: PressEffect = { type: 'readOutcome', record };
export const showNothing: PressEffect = { type: 'showNothing' };
export const hideSheet: PressEffect = { type: 'hideSheet' };
export const holdTurn = (alarmId: string): PressEffect => ({ type: 'holdTurn', alarmId });
export const awaitTurn = (alarmId: string): PressEffect => ({ type: 'awaitTurn', alarmId });
export const saveBeforeSending = (of = record): PressEffect => ({
  type: 'saveBeforeSending',
  record: of,
});
export const silenceTimer: PressEffect = {
  type: 'startTimer',
  ms: 3_000,
  leadsTo: 'sendingTabSilent',
};
export const lookUpTimer: PressEffect = {
  type: 'startTimer',
  ms: 2_000,
  leadsTo: 'outcomeOverdue',
};
const settledAs = (progress: SendState, released: PressEffect) => [
  show(progress),
  post(progress),
  stop,
  released,
];
export const settledAsSent = (progress = SENT): PressEffect[] =>
  settledAs(progress, { type: 'releaseTurn', after: { type: 'deletePress', alarmId: 'p' } });
export const settledAsFailed = settledAs(FAILED, release);
export const settledAsRefused = settledAs(REFUSED, {
  type: 'releaseTurn',
  after: { type: 'savePress', record: refusedRecord },
});
export const forgotten = [stop, release, showNothing];
/** Another tab may have its turn only when the record is deleted. */
export const droppedInAllTabs: PressEffect[] = [
  post(),
  stop,
  { type: 'releaseTurn', after: { type: 'deletePress', alarmId: 'p' } },
  hideSheet,
];
export const replacedByOther: PressEffect[] = [
  stop,
  release,
  holdTurn('q'),
  show(SENDING, other),
  post(SENDING, other),
  saveBeforeSending(other),
];
export const replacedByPostedOther: PressEffect[] = [
  stop,
  release,
  awaitTurn('q'),
  stopTimer,
  show(SENDING, other),
  silenceTimer,
];
