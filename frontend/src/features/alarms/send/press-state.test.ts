import { type Row, table } from '../testing/press-table.js';
import * as p from '../testing/press.js';
import { FAILED, message, OFFLINE, read, REFUSED, SENDING, SENT } from '../testing/press.js';

table('a press', [
  [
    'is shown, posted and saved before it is sent',
    p.nothing,
    { type: 'pressed', record: p.record, isRetry: false },
    p.following,
    [p.holdTurn('p'), p.show(SENDING), p.post(SENDING), p.saveBeforeSending()],
  ],
  [
    'does not end an earlier press that is being sent, and shows that press again',
    p.sending,
    { type: 'pressed', record: p.other, isRetry: false },
    p.sending,
    [p.show(SENDING)],
  ],
  ['is sent once it is saved', p.following, p.saved, p.sending, [p.stopTimer, p.startSending]],
  ['is sent once only', p.sending, p.saved, p.sending, []],
  [
    'replaces a failed press and deletes its record',
    p.failed,
    { type: 'pressed', record: p.other, isRetry: true },
    p.otherPress,
    [p.deletePress, ...p.replacedByOther],
  ],
  [
    'does not delete the record of a press whose outcome is being looked up',
    p.lookingUp,
    { type: 'pressed', record: p.other, isRetry: false },
    p.otherPress,
    p.replacedByOther,
  ],
]);

table('the sending tab', [
  [
    'shows and posts why it takes long',
    p.sending,
    p.progressed(OFFLINE),
    p.offline,
    [p.show(OFFLINE), p.post(OFFLINE)],
  ],
  ['posts its progress every second', p.offline, p.heartbeat, p.offline, [p.post(OFFLINE)]],
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
  ['stops when another tab has sent it', p.sending, message(SENT), p.settled, p.settledAsSent()],
  ['goes on when another tab failed', p.sending, message(FAILED), p.sending, []],
]);

table('another tab', [
  [
    'shows a press, and waits for its turn or until the sending tab is silent',
    p.nothing,
    message(SENDING),
    p.following,
    [p.awaitTurn('p'), p.stopTimer, p.show(SENDING), p.silenceTimer],
  ],
  [
    'waits three seconds again after each message',
    p.following,
    message(SENDING),
    p.following,
    [p.stopTimer, p.show(SENDING), p.silenceTimer],
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
  ['keeps its own press that is being sent', p.sending, message(SENDING, p.other), p.sending, []],
  ['ignores another person’s press', p.nothing, message(SENDING, p.record, 'lisa'), p.nothing, []],
  ['closes a press that another tab closed', p.failed, message(), p.settled, p.forgotten],
  ['ignores the closing of another press', p.failed, message(undefined, p.other), p.failed, []],
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
  ['the record is read when the turn comes', p.following, p.turnCame, p.following, [p.readRecord]],
  ...Object.entries({ removed: undefined, replaced: p.other }).map(([was, found]): Row => {
    const name = `a press whose record was ${was} before the turn is not sent`;
    return [name, p.following, read({ answer: { found } }), p.settled, p.forgotten];
  }),
  [
    'a refusal saved by another tab is shown',
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
  ['a sending tab does not start again', p.sending, read(), p.sending, []],
  ['a press that failed meanwhile is not sent', p.failed, read(), p.failed, []],
  ['a press that was refused meanwhile is not sent', p.refused, read(), p.refused, []],
]);
