import { describe, expect, it } from 'vitest';
import { makeAlarm, makeEvent, makeSync } from '../testing/fixtures.js';
import {
  applyDetails,
  applyEvent,
  applyResponse,
  applySync,
  type BuildingFeed,
  closeEnded,
  EMPTY_FEED,
  isBehind,
} from './feed.js';

const ids = (feed: BuildingFeed) => Object.keys(feed.active).sort();
const endedIds = (feed: BuildingFeed) => feed.ended.map(({ id }) => id);

/** A feed at seq 4 with one active fire alarm. */
const at4 = applySync(EMPTY_FEED, makeSync({ reset: true, head: 4, active: [makeAlarm()] }));

describe('a building’s feed', () => {
  it('starts from the active alarms', () => {
    expect(at4.cursor).toEqual({ epoch: 'e', seq: 4 });
    expect(ids(at4)).toEqual(['a']);
    expect(isBehind(at4)).toBe(false);
  });

  it('applies the next event', () => {
    const feed = applyEvent(at4, makeEvent(5, { id: 'b', type: 'medical' }));
    expect(ids(feed)).toEqual(['a', 'b']);
    expect(feed.cursor?.seq).toBe(5);
  });

  it('ignores an event that it has applied', () => {
    const over = applyEvent(at4, makeEvent(5, { status: 'resolved' }));
    const replayed = applyEvent(over, makeEvent(4));
    expect(replayed).toEqual(over);
    expect(applyEvent(replayed, makeEvent(5, { status: 'resolved' }))).toEqual(over);
  });

  it('holds an event over a gap and applies it when the gap is filled', () => {
    const gap = applyEvent(at4, makeEvent(6, { status: 'resolved' }));
    expect(ids(gap)).toEqual(['a']);
    expect(gap.cursor?.seq).toBe(4);
    expect(isBehind(gap)).toBe(true);
    expect(applyEvent(gap, makeEvent(6, { status: 'resolved' })).held).toHaveLength(1);
    const filled = applyEvent(gap, makeEvent(5, { place: 'Källaren' }));
    expect(filled.cursor?.seq).toBe(6);
    expect(ids(filled)).toEqual([]);
    expect(isBehind(filled)).toBe(false);
  });

  it('fills a gap from a fetched page', () => {
    const gap = applyEvent(at4, makeEvent(7, { id: 'c' }));
    const page = makeSync({ head: 7, events: [makeEvent(5, { id: 'b' }), makeEvent(6)] });
    const filled = applySync(gap, page);
    expect(filled.cursor?.seq).toBe(7);
    expect(ids(filled)).toEqual(['a', 'b', 'c']);
    expect(filled.held).toEqual([]);
  });

  it('holds an event that arrives before the first sync', () => {
    const early = applyEvent(EMPTY_FEED, makeEvent(5, { status: 'cancelled' }));
    expect(early.cursor).toBeUndefined();
    const synced = applySync(
      early,
      makeSync({ reset: true, head: 4, active: [makeAlarm(), makeAlarm({ id: 'b' })] }),
    );
    expect(synced.cursor?.seq).toBe(5);
    expect(ids(synced)).toEqual(['b']);
  });

  it('does not let an older sync undo a newer event', () => {
    const over = applyEvent(at4, makeEvent(5, { status: 'resolved' }));
    const late = makeSync({ head: 4, events: [makeEvent(4)], active: [makeAlarm()] });
    expect(ids(applySync(over, late))).toEqual([]);
  });

  it('lists an ended alarm until it is closed', () => {
    const over = applyEvent(at4, makeEvent(5, { status: 'resolved' }));
    expect(endedIds(over)).toEqual(['a']);
    expect(endedIds(closeEnded(over, 'a'))).toEqual([]);
  });

  it('applies a batch as one change, and ignores an alarm that began and ended in it', () => {
    const batch = makeSync({
      head: 7,
      events: [
        makeEvent(5, { id: 'night' }),
        makeEvent(6, { id: 'night', status: 'resolved' }),
        makeEvent(7, { status: 'cancelled' }),
      ],
    });
    const feed = applySync(at4, batch);
    expect(ids(feed)).toEqual([]);
    expect(endedIds(feed)).toEqual(['a']);
  });

  it('starts again from the active alarms after a reset', () => {
    const reset = makeSync({ reset: true, head: 2, active: [makeAlarm({ id: 'z' })] });
    const feed = applySync(at4, reset);
    expect(feed.cursor).toEqual({ epoch: 'e', seq: 2 });
    expect(ids(feed)).toEqual(['z']);
    expect(feed.vanished).toEqual(['a']);
  });

  it('starts again after a database restore, and drops held events of the old epoch', () => {
    const waiting = applyEvent(
      applyEvent(at4, makeEvent(9, { id: 'old' })),
      makeEvent(3, { id: 'new' }, 'restored'),
    );
    expect(isBehind(waiting)).toBe(true);
    expect(ids(waiting)).toEqual(['a']);
    const sync = makeSync({ epoch: 'restored', head: 2, active: [] });
    const feed = applySync(waiting, sync);
    expect(feed.cursor).toMatchObject({ epoch: 'restored', seq: 3 });
    expect(ids(feed)).toEqual(['new']);
    expect(feed.held).toEqual([]);
  });

  it('starts again when the server’s head is lower in the same epoch', () => {
    expect(isBehind(at4, { epoch: 'e', seq: 2 })).toBe(true);
    const sync = makeSync({ reset: true, head: 2, active: [makeAlarm({ id: 'kept' })] });
    const feed = applySync(at4, sync);
    expect(feed.cursor).toMatchObject({ epoch: 'e', seq: 2 });
    expect(ids(feed)).toEqual(['kept']);
    expect(ids(applyEvent(feed, makeEvent(3, { id: 'next' })))).toEqual(['kept', 'next']);
  });

  it('keeps the time of its last event in its cursor, of an event as of a whole state', () => {
    const headAt = '2026-11-21T13:04:00.000Z';
    const reset = applySync(at4, makeSync({ reset: true, head: 7, headAt }));
    expect(reset.cursor).toEqual({ epoch: 'e', seq: 7, at: headAt });
    const event = makeEvent(8);
    expect(applyEvent(reset, event).cursor).toEqual({ epoch: 'e', seq: 8, at: event.at });
  });

  it('takes the state instead of the events when it is more than a page behind', () => {
    const events = [makeEvent(5, { id: 'b' })];
    const sync = makeSync({ head: 90, more: true, events, active: [makeAlarm({ id: 'now' })] });
    const feed = applySync(at4, sync);
    expect(feed.cursor?.seq).toBe(90);
    expect(ids(feed)).toEqual(['now']);
  });

  it('shows a part of the state at once, and is behind until it has the whole', () => {
    const part = applySync(
      at4,
      makeSync({ reset: true, more: true, head: 9, active: [makeAlarm({ id: 'newest' })] }),
    );
    expect(ids(part)).toEqual(['a', 'newest']);
    expect(part.vanished).toEqual([]);
    expect(isBehind(part)).toBe(true);
    const both = [makeAlarm({ id: 'newest' }), makeAlarm({ id: 'older' })];
    const whole = applySync(part, makeSync({ head: 9, active: both }));
    expect(ids(whole)).toEqual(['newest', 'older']);
    expect([isBehind(whole), whole.cursor?.seq]).toEqual([false, 9]);
  });

  it('takes the responses and mutes with a part of the state, so that nothing rings again', () => {
    const response = {
      alarmId: 'newest',
      response: 'safe',
      at: '2026-11-21T13:00:00.000Z',
    } as const;
    const mute = { alarmId: 'newest', muted: true, at: '2026-11-21T13:00:00.000Z' };
    const sync = { reset: true, more: true, active: [makeAlarm({ id: 'newest' })] };
    const part = applySync(at4, makeSync({ ...sync, answers: [response], muted: [mute] }));
    expect(part.responses.newest).toEqual(response);
    expect(part.mutes.newest).toEqual(mute);
  });

  it('lists a vanished alarm as ended once its details are fetched', () => {
    const reset = applySync(at4, makeSync({ reset: true, head: 9 }));
    const next = applyDetails(reset, makeAlarm({ status: 'cancelled' }));
    expect(next.vanished).toEqual([]);
    expect(endedIds(next)).toEqual(['a']);
  });

  it('neither lists nor shows a vanished alarm that is active, because its events follow', () => {
    const reset = applySync(at4, makeSync({ reset: true, head: 9 }));
    const next = applyDetails(reset, makeAlarm());
    expect([next.vanished, endedIds(next), ids(next)]).toEqual([[], [], []]);
  });

  it('is behind a newer head, behind a head of another epoch, and before the first sync', () => {
    expect(isBehind(at4, { epoch: 'e', seq: 4 })).toBe(false);
    expect(isBehind(at4, { epoch: 'e', seq: 5 })).toBe(true);
    expect(isBehind(at4, { epoch: 'other', seq: 1 })).toBe(true);
    expect(isBehind(EMPTY_FEED)).toBe(true);
  });

  it('has the person’s own responses, both from single messages and from a sync', () => {
    const response = { alarmId: 'a', response: 'safe', at: '2026-11-21T13:05:22.000Z' } as const;
    expect(applyResponse(at4, response).responses.a).toEqual(response);
    expect(applySync(at4, makeSync({ head: 4, answers: [response] })).responses.a).toEqual(
      response,
    );
  });
});
