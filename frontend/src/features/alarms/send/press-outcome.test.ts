import type { Alarm } from '@contract/alarm';
import { makeAlarm, NOW } from '../testing/fixtures.js';
import { table, type Row } from '../testing/press-table.js';
import * as p from '../testing/press.js';
import { FAILED, OFFLINE, read, SENDING } from '../testing/press.js';
import type { PressEvent } from './press-events.js';

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
