import type { Alarm } from '@contract/alarm';
import { describe, expect, it } from 'vitest';
import { makeAlarm, NOW } from '../testing/fixtures.js';
import * as p from '../testing/press.js';
import { FAILED, message, OFFLINE, read, REFUSED, SENDING, SENT } from '../testing/press.js';
import type { PressEffect, PressEvent } from './press-events.js';
import { reduce } from './press-state.js';
import type { PressState } from './press-steps.js';

type Row = [name: string, PressState, PressEvent, next: PressState, effects: PressEffect[]];

function table(name: string, rows: Row[]): void {
  describe(name, () => {
    it.each(rows)('%s', (_, state, event, next, effects) => {
      expect(reduce(state, event)).toEqual({ state: next, effects });
    });
  });
}

table('a press', [
  [
    'is shown, posted and saved before it is sent',
    p.nothing,
    { type: 'pressed', record: p.record, isRetry: false },
    p.following,
    [p.holdTurn('p'), p.show(SENDING), p.post(SENDING), p.saveBeforeSending()],
  ],
  ['is sent once it is saved', p.following, p.saved, p.sending, [p.stopTimer, p.startSending]],
  ['is sent once only', p.sending, p.saved, p.sending, []],
  [
    'replaces one that failed, whose record is deleted',
    p.failed,
    { type: 'pressed', record: p.other, isRetry: true },
    p.otherPress,
    [p.deletePress, ...p.replacedByOther],
  ],
  [
    'does not delete the record of one whose outcome is still looked up',
    p.lookingUp,
    { type: 'pressed', record: p.other, isRetry: false },
    p.otherPress,
    p.replacedByOther,
  ],
]);

table('the tab that sends', [
  [
    'shows and posts why it takes long',
    p.sending,
    p.progressed(OFFLINE),
    p.offline,
    [p.show(OFFLINE), p.post(OFFLINE)],
  ],
  ['posts every second that it sends', p.offline, p.heartbeat, p.offline, [p.post(OFFLINE)]],
  [
    'deletes the record of a sent press before another tab has its turn',
    p.sending,
    p.progressed(SENT),
    p.settled,
    p.settledAsSent(),
  ],
  [
    'saves a refusal before another tab has its turn',
    p.sending,
    p.progressed(REFUSED),
    p.refused,
    p.settledAsRefused,
  ],
  [
    'leaves the record of a failed press, so that a reload looks up its outcome',
    p.sending,
    p.progressed(FAILED),
    p.failed,
    p.settledAsFailed,
  ],
  ['is done when another tab sent it', p.sending, message(SENT), p.settled, p.settledAsSent()],
  ['goes on when another tab failed', p.sending, message(FAILED), p.sending, []],
]);

table('another tab', [
  [
    'shows a press, and waits for its turn or for silence',
    p.nothing,
    message(SENDING),
    p.following,
    [p.awaitTurn('p'), p.stopTimer, p.show(SENDING), p.silenceTimer()],
  ],
  [
    'waits three seconds again after each message',
    p.following,
    message(SENDING),
    p.following,
    [p.stopTimer, p.show(SENDING), p.silenceTimer()],
  ],
  [
    'shows that the press is sent, and neither posts nor writes',
    p.following,
    message(SENT),
    p.settled,
    [p.stopTimer, p.show(SENT), p.release],
  ],
  [
    'shows that the press failed, and no longer waits for silence',
    p.following,
    message(FAILED),
    p.failed,
    [p.stopTimer, p.show(FAILED)],
  ],
  [
    'shows a new press instead of one that failed',
    p.failed,
    message(SENDING, p.other),
    p.otherPress,
    p.replacedByPostedOther,
  ],
  ['shows its own press of two', p.sending, message(SENDING, p.other), p.sending, []],
  ['ignores another person', p.nothing, message(SENDING, p.record, 'lisa'), p.nothing, []],
  ['closes with the tab where it was closed', p.failed, message(), p.settled, p.forgotten],
  ['ignores the end of another press', p.failed, message(undefined, p.other), p.failed, []],
  [
    'does not send a press that was dropped in another tab',
    p.following,
    message(),
    p.settled,
    p.forgotten,
  ],
]);

table('taking over', [
  [
    'a frozen sending tab is replaced after 3 s of silence: the record is read first',
    p.following,
    p.silent,
    p.following,
    [p.readRecord],
  ],
  [
    'a frozen sending tab is replaced after 3 s of silence: then this tab sends',
    p.following,
    read(),
    p.sending,
    [p.stopTimer, p.startSending],
  ],
  ['a tab that is gone is replaced', p.following, p.turnCame, p.following, [p.readRecord]],
  ...Object.entries({ removed: undefined, replaced: p.other }).map(([was, found]): Row => {
    const name = `a record ${was} before its turn is not sent`;
    return [name, p.following, read({ answer: { found } }), p.settled, p.forgotten];
  }),
  [
    'a refusal stored by another tab is shown',
    p.following,
    read({ answer: { found: p.refusedRecord } }),
    p.refused,
    p.settledAsRefused,
  ],
  [
    'a database that does not answer in time does not stop the press',
    p.following,
    read({ answer: undefined }),
    p.sending,
    [p.stopTimer, p.startSending],
  ],
  ['a tab that sends does not begin again', p.sending, read(), p.sending, []],
  ['a press that failed meanwhile is not sent', p.failed, read(), p.failed, []],
  ['a press that was refused meanwhile is not sent', p.refused, read(), p.refused, []],
]);

table('after a reload', [
  [
    'a press within the minute waits for its turn or for silence',
    p.nothing,
    { type: 'restored', record: p.record, nowMs: NOW + 59_999 },
    p.following,
    [p.show(SENDING), p.post(SENDING), p.silenceTimer(), p.awaitTurn('p')],
  ],
  ...Object.entries({
    'from a minute ago': NOW + 60_000,
    'from before the clock was set back': NOW - 1,
  }).map(([when, nowMs]): Row => {
    const event: PressEvent = { type: 'restored', record: p.record, nowMs };
    const name = `a press ${when} is not shown before its outcome is known`;
    return [name, p.nothing, event, p.lookingUp, [p.readRecord]];
  }),
  [
    'a refused press is not sent',
    p.nothing,
    { type: 'restored', record: p.refusedRecord, nowMs: NOW },
    { round: 1, current: { record: p.refusedRecord, isSender: false } },
    [{ type: 'readRecord', round: 1, record: p.refusedRecord }],
  ],
]);

const resolved: Alarm = { ...p.raised, status: 'resolved' };
table('after the minute', [
  [
    'nothing is sent any more and the server is asked',
    p.following,
    read({ nowMs: NOW + 60_000 }),
    p.following,
    [p.lookUpTimer, p.readOutcome],
  ],
  [
    'a page without a connection waits for one, but for two seconds only',
    p.lookingUp,
    read({ nowMs: NOW + 60_000, isFeedKnown: false }),
    p.lookingUp,
    [p.lookUpTimer],
  ],
  ['no answer is a failure', p.lookingUp, p.overdue, p.failed, p.settledAsFailed],
  [
    'no such alarm is a failure',
    p.lookingUp,
    p.outcomeRead(makeAlarm()),
    p.failed,
    p.settledAsFailed,
  ],
  ['a failure is shown once', p.failed, p.outcomeRead(), p.failed, []],
  [
    'the alarm of the press is its outcome, also when it is over',
    p.lookingUp,
    p.outcomeRead(resolved),
    p.settled,
    p.settledAsSent(p.sentAs({ alarm: resolved })),
  ],
  ...[-1_000, 0, 63_999].map((afterMs): Row => {
    const alarm = p.joined(afterMs);
    const effects = p.settledAsSent(p.sentAs({ alarm, merged: true }));
    const name = `a press of the same person ${afterMs} ms later is taken for it`;
    return [name, p.lookingUp, p.outcomeRead(alarm), p.settled, effects];
  }),
  ...Object.entries({
    'two minutes later': p.joined(120_000),
    '64 seconds later': p.joined(64_000),
    'more than a second before': p.joined(-1_001),
    'of another type': p.joined(1_000, { type: 'medical' }),
    'in an exercise': p.joined(1_000, { exercise: true }),
  }).map(([when, alarm]): Row => {
    const name = `a press of the same person ${when} is not taken for it`;
    return [name, p.lookingUp, p.outcomeRead(alarm), p.failed, p.settledAsFailed];
  }),
]);

table('the stream', [
  ['confirms a press', p.sending, p.feedChanged([p.raised]), p.settled, p.settledAsSent()],
  [
    'corrects "failed" with a later confirmation',
    p.failed,
    p.feedChanged([p.raised]),
    p.settled,
    p.settledAsSent(),
  ],
  ['has the server asked after a failure', p.failed, p.feedChanged([]), p.failed, [p.readOutcome]],
  ['has the server asked at last', p.lookingUp, p.feedChanged([]), p.lookingUp, [p.readOutcome]],
  ['has nothing asked without news', p.failed, p.feedChanged([], false), p.failed, []],
  ['has nothing asked while it is sent', p.sending, p.feedChanged([]), p.sending, []],
  ['does not change a refusal', p.refused, p.feedChanged([p.raised]), p.refused, []],
]);

table('leaving', [
  ['the sheet cannot close while it is sending', p.offline, p.closed, p.offline, [p.show(OFFLINE)]],
  [
    'the sheet of a failed press closes in all tabs',
    p.failed,
    p.closed,
    p.settled,
    [p.deletePress, p.post(), p.stop, p.release, p.hideSheet],
  ],
  ['a sheet without a press closes', p.nothing, p.closed, p.nothing, [p.hideSheet]],
  ['the look-up outlives the sheet', p.lookingUp, p.closed, p.lookingUp, [p.hideSheet]],
  ['a press is sent on when its page is left', p.sending, p.pageLeft, p.sending, []],
  ['a failure is forgotten with its page', p.failed, p.pageLeft, p.settled, p.forgotten],
  [
    'sign-out forgets everything',
    p.sending,
    { type: 'userChanged', hasSignedOut: true },
    p.settled,
    [...p.forgotten, { type: 'deleteAllPresses' }],
  ],
  [
    'a session that the server ends leaves the record for the same person',
    p.sending,
    { type: 'userChanged', hasSignedOut: false },
    p.settled,
    p.forgotten,
  ],
]);

const late = [
  ...[p.saved, p.progressed(FAILED), p.heartbeat, p.turnCame, p.silent, p.overdue, read()],
  ...[p.outcomeRead(p.raised), p.feedChanged([p.raised])],
];
table('what is late is ignored', [
  ...late.map((event): Row => [`${event.type}, next press`, p.otherPress, event, p.otherPress, []]),
  ...late.map((event): Row => [`${event.type}, no press`, p.settled, event, p.settled, []]),
]);
