import type { Alarm } from '@contract/alarm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useMe } from '../../../lib/session/me.js';
import { begin } from '../../../lib/session/session.js';
import { ANNA } from '../../../testing/server.js';
import { karl, makeAlarm, makeEvent, makeSync, membership, NOW } from '../testing/fixtures.js';
import { createMissedSearch } from './catch-up.js';
import {
  forgetFeed,
  recordClosed,
  recordEvent,
  recordMute,
  recordResponse,
  recordSync,
} from './feed-store.js';
import { dismissMissed, recordSeen, seenUntil, useMissed } from './missed.js';

const iso = (msFromNow: number) => new Date(NOW + msFromNow).toISOString();
const missedIds = () => useMissed.getState().unread.map(({ id }) => id);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  localStorage.clear();
  begin({ user: ANNA, accessToken: 'token', expiresAt: iso(3_600_000) });
  dismissMissed();
  recordSync(makeSync({ reset: true }));
});
afterEach(forgetFeed);

describe('a browser that is left alone', () => {
  const ENDED = { status: 'resolved', endedAt: iso(60_000) } as const;
  const SEEN = iso(-10_000);
  let look: () => string | undefined;

  beforeEach(() => {
    recordSeen('b', NOW - 10_000);
    const search = createMissedSearch(new AbortController().signal);
    look = () => {
      vi.advanceTimersByTime(10_000);
      search('b', false);
      return seenUntil('b', Date.now());
    };
  });

  it('has not seen an alarm and its end, which a new page then shows as missed', async () => {
    recordEvent(makeEvent(1));
    expect(look()).toBe(SEEN);
    recordEvent(makeEvent(2, ENDED));
    expect(look()).toBe(SEEN);

    forgetFeed();
    vi.advanceTimersByTime(60_000);
    const items = [makeAlarm(ENDED)];
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items, next: null })));
    createMissedSearch(new AbortController().signal)('b', true);
    await vi.advanceTimersByTimeAsync(0);
    expect(missedIds()).toEqual(['a']);
  });

  it('has not seen an alarm that vanished, whose end is being fetched', () => {
    recordEvent(makeEvent(1));
    recordSync(makeSync({ reset: true, head: 9 }));
    expect(look()).toBe(SEEN);
  });

  it.each<[string, () => void]>([
    ['closed its end', () => recordClosed(makeAlarm())],
    ['answered it', () => recordResponse({ alarmId: 'a', response: 'safe', at: iso(0) })],
    ['muted it', () => recordMute({ alarmId: 'a', muted: true, at: iso(0) })],
  ])('has seen it when the person %s', (_, react) => {
    recordEvent(makeEvent(1));
    recordEvent(makeEvent(2, ENDED));
    react();
    expect(look()).not.toBe(SEEN);
  });

  it('has seen the alarm of its own person', () => {
    useMe.setState({ me: { user: ANNA, memberships: [membership], demo: false } });
    recordEvent(makeEvent(1, { sender: karl }));
    expect(look()).not.toBe(SEEN);
  });
});

describe('a tab that was frozen while an alarm began and ended', () => {
  const RAISED = { raisedAt: iso(-120_000) };
  const thaws = () => {
    const ended: Partial<Alarm> = { ...RAISED, status: 'resolved', endedAt: iso(-60_000) };
    recordSync(makeSync({ head: 2, events: [makeEvent(1, RAISED), makeEvent(2, ended)] }));
  };

  it('has not missed it when another tab of its browser was up to date', () => {
    recordSeen('b', NOW - 5_000);
    thaws();
    expect(missedIds()).toEqual([]);
  });

  it('has missed it when the whole browser was away', () => {
    recordSeen('b', NOW - 125_000);
    thaws();
    expect(missedIds()).toEqual(['a']);
  });

  it('has missed it although news from before the alarm waited for it', () => {
    vi.setSystemTime(NOW - 180_000);
    recordSync(makeSync({ reset: true, serverNow: iso(-180_000) }));
    const search = createMissedSearch(new AbortController().signal);
    search('b', false);
    vi.advanceTimersByTime(180_000);
    search('b', false);
    thaws();
    expect(missedIds()).toEqual(['a']);
    vi.advanceTimersByTime(10_000);
    search('b', false);
    expect(seenUntil('b', NOW)).toBe(iso(5_000));
  });
});
