import type { Alarm } from '@contract/alarm';
import { makeAlarm, NOW } from '../testing/fixtures.js';
import { type Row, table } from '../testing/press-table.js';
import * as p from '../testing/press.js';
import { FAILED, OFFLINE, read, SENDING } from '../testing/press.js';
import type { PressEvent } from './press.js';

table('after a reload', [
  [
    'a press within the minute waits for its turn, or until the sending tab is silent',
    p.nothing,
    { type: 'restored', record: p.record, nowMs: NOW + 59_999 },
    p.following,
    [p.show(SENDING), p.post(SENDING), p.silenceTimer, p.awaitTurn('p')],
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
    [{ type: 'readRecord', record: p.refusedRecord }],
  ],
]);

const resolved: Alarm = { ...p.raised, status: 'resolved' };
table('after the minute', [
  [
    'nothing more is sent, and the outcome is looked up',
    p.following,
    read({ nowMs: NOW + 60_000 }),
    p.following,
    [p.lookUpTimer, p.readOutcome],
  ],
  [
    'a page without a connection waits for one for two seconds at most',
    p.lookingUp,
    read({ nowMs: NOW + 60_000, isFeedKnown: false }),
    p.lookingUp,
    [p.lookUpTimer],
  ],
  ['a press fails without a reply', p.lookingUp, p.overdue, p.failed, p.settledAsFailed],
  [
    'a press fails when the history does not have its alarm',
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
    const name = `a witness entry of the same person ${afterMs} ms after the press is its outcome`;
    return [name, p.lookingUp, p.outcomeRead(alarm), p.settled, effects];
  }),
  ...Object.entries({
    'two minutes later': p.joined(120_000),
    '64 seconds later': p.joined(64_000),
    'more than a second before': p.joined(-1_001),
    'of another type': p.joined(1_000, { type: 'medical' }),
    'in an exercise': p.joined(1_000, { exercise: true }),
  }).map(([when, alarm]): Row => {
    const name = `a witness entry of the same person ${when} is not its outcome`;
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
  ['leads to a read after a failure', p.failed, p.feedChanged([]), p.failed, [p.readOutcome]],
  [
    'leads to a read when it advances during a look-up',
    p.lookingUp,
    p.feedChanged([]),
    p.lookingUp,
    [p.readOutcome],
  ],
  ['leads to no read until it advances', p.failed, p.feedChanged([], false), p.failed, []],
  ['leads to no read while the press is sent', p.sending, p.feedChanged([]), p.sending, []],
  ['does not change a refusal', p.refused, p.feedChanged([p.raised]), p.refused, []],
]);

table('leaving', [
  ['the sheet of a press being sent stays', p.offline, p.closed, p.offline, [p.show(OFFLINE)]],
  [
    'the sheet of a failed press closes in all tabs',
    p.failed,
    p.closed,
    p.settled,
    p.droppedInAllTabs,
  ],
  ...Object.entries({
    'sent here': p.offline,
    'sent by another tab': p.following,
    'marked as failed': p.failed,
    refused: p.refused,
  }).map(([was, state]): Row => {
    const name = `a press that is ${was} is dropped in all tabs`;
    return [name, state, p.dropped, p.settled, p.droppedInAllTabs];
  }),
  ['a look-up is not dropped', p.lookingUp, p.dropped, p.lookingUp, []],
  ['nothing is dropped after the alarm was sent', p.settled, p.dropped, p.settled, []],
  ['a sheet without a press closes', p.nothing, p.closed, p.nothing, [p.hideSheet]],
  ['a look-up continues without the sheet', p.lookingUp, p.closed, p.lookingUp, [p.hideSheet]],
  ['a press is still sent after its page is left', p.sending, p.pageLeft, p.sending, []],
  ['a failure is dropped when its page is left', p.failed, p.pageLeft, p.settled, p.forgotten],
  [
    'sign-out drops the press and deletes all saved presses',
    p.sending,
    { type: 'userChanged', hasSignedOut: true },
    p.settled,
    [...p.forgotten, { type: 'deleteAllPresses' }],
  ],
  [
    'a session that the server ends does not delete the saved press',
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
table('a late event is ignored', [
  ...late.map((event): Row => [
    `${event.type} after another press`,
    p.otherPress,
    event,
    p.otherPress,
    [],
  ]),
  ...late.map((event): Row => [
    `${event.type} of a settled press`,
    p.settled,
    event,
    p.settled,
    [],
  ]),
]);
