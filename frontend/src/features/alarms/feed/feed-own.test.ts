import type { AlarmResponse, Mute } from '@contract/alarm';
import { describe, expect, it } from 'vitest';
import {
  applyAmended,
  applyDetails,
  applyEvent,
  applyMute,
  applyResponse,
  applySync,
  closeEnded,
  EMPTY_FEED,
  forgetVanished,
} from './feed.js';
import { feedOf, recordEvent, recordResponse, recordSync } from './feed-store.js';
import { makeAlarm, makeEvent, makeSync } from '../testing/fixtures.js';

/** The person's own data in a feed, and the alarms that are over. */

const both = [makeAlarm(), makeAlarm({ id: 'b' })];
const at4 = applySync(EMPTY_FEED, makeSync({ reset: true, head: 4, active: both }));
const time = (second: number) => `2026-11-21T13:05:0${second}.000Z`;
const mute = (second: number, muted = true, alarmId = 'a'): Mute => ({
  alarmId,
  muted,
  at: time(second),
});

describe('a mute', () => {
  it('yields to a newer one and to one of the same time, not to an older one', () => {
    const muted = applyMute(at4, mute(2));
    expect(muted.mutes).toEqual({ a: mute(2) });
    expect(applyMute(muted, mute(1, false)).mutes).toEqual({ a: mute(2) });
    expect(applyMute(muted, mute(2, false)).mutes).toEqual({ a: mute(2, false) });
    expect(applyMute(muted, mute(3, false, 'b')).mutes).toEqual({
      a: mute(2),
      b: mute(3, false, 'b'),
    });
  });

  it('that is newer than a sync is kept, and an older one comes from the server', () => {
    const known = [mute(1), mute(2, true, 'b'), mute(3, true, 'c')].reduce(applyMute, at4);
    const sync = makeSync({ head: 4, serverNow: time(2), muted: [mute(2, false, 'a')] });
    const expected = { a: mute(2, false), b: mute(2, true, 'b'), c: mute(3, true, 'c') };
    expect(applySync(known, sync).mutes).toEqual(expected);
    expect(applySync(known, { ...sync, reset: true }).mutes).toEqual(expected);
    expect(applySync(known, makeSync({ head: 4, serverNow: time(2) })).mutes).not.toHaveProperty(
      'a',
    );
  });
});

it('keeps a mute that was saved after the server read the mutes, before it sent the sync', () => {
  const muted = applyMute(at4, mute(2));
  for (const change of [{}, { reset: true }, { reset: true, more: true }]) {
    const sync = makeSync({ head: 4, active: both, ownAt: time(2), serverNow: time(4), ...change });
    expect(applySync(muted, sync).mutes).toEqual({ a: mute(2) });
    expect(applySync(muted, { ...sync, ownAt: time(3) }).mutes).toEqual({});
  }
});

describe('a response', () => {
  const response = (turn: number | undefined, second = 1): AlarmResponse => ({
    alarmId: 'a',
    response: 'coming',
    ...(turn !== undefined && { turn }),
    at: time(second),
  });
  const known = applyResponse(at4, response(7));

  it.each<[string, number | undefined, boolean]>([
    ['a lower turn', 6, false],
    ['the same turn', 7, true],
    ['a higher turn', 8, true],
    ['no turn', undefined, true],
  ])('with %s (%s) is taken: %s, from a message as from each sync', (_, turn, counts) => {
    const late = response(turn, 2);
    const expected = { a: counts ? late : response(7) };
    expect(applyResponse(known, late).responses).toEqual(expected);
    const sync = makeSync({ head: 4, active: both, answers: [late] });
    for (const kind of [{}, { reset: true }, { reset: true, more: true }])
      expect(applySync(known, { ...sync, ...kind }).responses).toEqual(expected);
  });

  it('comes from the server after a restore, which may have lost the newer one', () => {
    const restored = makeSync({ epoch: 'restored', reset: true, answers: [response(6)] });
    expect(applySync(known, restored).responses).toEqual({ a: response(6) });
  });

  it.each([
    ['is lost with the whole state', { active: [makeAlarm()] }, {}],
    ['is lost with a part of it', { more: true, active: [makeAlarm({ id: 'b' })] }, {}],
    ['stays when its alarm is gone', {}, { a: response(7) }],
  ])('that a restored server does not have %s', (_is, change, expected) => {
    const sync = makeSync({ epoch: 'restored', reset: true, ...change });
    expect(applySync(known, sync).responses).toEqual(expected);
  });

  it('of any turn follows one without a turn', () => {
    const sent = applyResponse(at4, response(undefined));
    expect(applyResponse(sent, response(1, 2)).responses).toEqual({ a: response(1, 2) });
  });
});

describe('the result of an amendment', () => {
  it('changes its fields of an active alarm', () => {
    const { buildingId } = makeAlarm();
    const texts = { place: 'Vinden', note: 'Rök' };
    const amended = applyAmended(at4, { id: 'a', buildingId, ...texts });
    expect(amended.active).toEqual({ a: makeAlarm(texts), b: makeAlarm({ id: 'b' }) });
  });

  it('is ignored for an alarm that is over', () => {
    expect(applyAmended(at4, makeAlarm({ id: 'over' }))).toBe(at4);
  });
});

describe('alarms that are over', () => {
  const ended = [5, 6].reduce(
    (feed, seq) =>
      applyEvent(feed, makeEvent(seq, { id: seq === 5 ? 'a' : 'b', status: 'resolved' })),
    at4,
  );

  it('are listed, the newest first, and closed one by one', () => {
    expect(ended.ended.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(closeEnded(ended, 'a').ended.map(({ id }) => id)).toEqual(['b']);
  });

  it('are listed once', () => {
    const again = applyEvent(ended, makeEvent(7, { status: 'resolved', place: 'Vinden' }));
    expect(again.ended.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(applyDetails(again, makeAlarm({ status: 'resolved' })).ended).toHaveLength(2);
  });

  it('vanish from the whole state, and are learnt one by one', () => {
    const active = [makeAlarm({ id: 'b' })];
    expect(applySync(at4, makeSync({ reset: true, head: 9, active })).vanished).toEqual(['a']);
    const gone = applySync(at4, makeSync({ reset: true, head: 9 }));
    expect(gone.vanished).toEqual(['a', 'b']);
    expect(forgetVanished(gone, 'a').vanished).toEqual(['b']);
  });

  it('do not vanish when the event of their end was held', () => {
    const held = applyEvent(at4, makeEvent(10, { status: 'resolved' }));
    const whole = applySync(
      held,
      makeSync({ reset: true, head: 9, active: [makeAlarm({ id: 'b' })] }),
    );
    expect(whole.ended.map(({ id }) => id)).toEqual(['a']);
    expect(whole.vanished).toEqual([]);
  });
});

it('keeps the responses to alarms that are gone, because their end may be a question', () => {
  const response = { alarmId: 'a', response: 'need_help', at: time(1) } as const;
  const gone = applySync(applyResponse(at4, response), makeSync({ reset: true, head: 9 }));
  expect(gone.responses).toEqual({ a: response });
});

it('holds events of two epochs with the same number', () => {
  const first = applyEvent(at4, makeEvent(9, { id: 'x' }));
  expect(applyEvent(first, makeEvent(9, { id: 'y' }, 'f')).held).toHaveLength(2);
});

it('is empty before the first sync', () => {
  expect(EMPTY_FEED).toEqual({
    held: [],
    active: {},
    ended: [],
    receiptsWithinMs: 0,
    vanished: [],
    responses: {},
    mutes: {},
  });
});

it('keeps a response whose answer comes after the end: a call for help becomes a question', () => {
  const { buildingId, id } = makeAlarm();
  recordSync(makeSync({ reset: true, active: [makeAlarm()] }));
  recordEvent(makeEvent(1, { status: 'resolved' }));
  recordResponse({ alarmId: id, response: 'need_help', at: time(1), turn: 1 });
  expect(feedOf(buildingId).responses[id]?.response).toBe('need_help');
});
