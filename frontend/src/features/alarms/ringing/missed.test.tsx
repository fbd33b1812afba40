import type { Alarm } from '@contract/alarm';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { begin } from '../../../lib/session/session.js';
import { createMissedSearch } from '../feed/catch-up.js';
import { recordSync } from '../feed/feed-store.js';
import { recordSeen, seenUntil, useMissed } from '../feed/missed.js';
import { karl, makeAlarm, makeEvent, makeSync, membership, NOW } from '../testing/fixtures.js';
import { pass, receive, showHost, speaker } from '../testing/host.js';
import { MissedBar } from '../history/missed-bar.js';
import { whole } from '../../../testing/whole-text.js';

/** Alarms that began and ended while this browser received nothing are shown without a sound. */

const HOUR_MS = 3_600_000;
const iso = (msFromNow: number) => new Date(NOW + msFromNow).toISOString();
const signIn = (id: string) =>
  begin({
    user: { id, email: 'karl@resq.example', roles: [] },
    accessToken: 'token',
    expiresAt: iso(HOUR_MS),
  });
/** Receives a sync where `alarms` have begun and ended; the alarms in `more` are still active. */
const comesBack = (alarms: Partial<Alarm>[], more: Partial<Alarm>[] = []) => {
  const over = alarms.flatMap((one) => [
    one,
    { status: 'resolved', endedAt: iso(-60_000), ...one },
  ]);
  const events = [...over, ...more].map((one, i) => makeEvent(i + 1, one as Partial<Alarm>));
  act(() => recordSync(makeSync({ head: events.length, events })));
};

beforeEach(() => {
  localStorage.clear();
  useMissed.setState({ unread: [] });
  showHost();
  signIn('karl');
});

describe('after an absence', () => {
  it('one missed alarm is shown with its beginning and its end, until it is closed', () => {
    comesBack([{ raisedAt: iso(-120_000) }]);
    const said = screen.getByText('Du missade ett larm kl. 14.03.');
    expect(said.closest('[role="status"]')).toBeTruthy();
    screen.getByText('Brandlarm. Faran över kl. 14.04.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const close = screen.getByRole('button', { name: 'Stäng' });
    close.focus();
    fireEvent.click(close);
    expect(screen.queryByText(/Du missade/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('eight ended alarms are eight rows without a sound, and an active alarm rings', () => {
    const eight = Array.from({ length: 8 }, (_, i) => ({ id: `old ${i}` }));
    comesBack(eight, [{ id: 'now', raisedAt: iso(-59_000) }]);
    screen.getByText('Du missade 8 larm.');
    expect(document.querySelectorAll('details li')).toHaveLength(8);
    expect(speaker.clips).toEqual(['fire full']);
    expect(screen.getByRole('alertdialog').textContent).toContain('Storgatan 12 · nyss');
  });

  it('a person with two buildings sees the address', () => {
    comesBack([{ raisedAt: iso(-120_000) }]);
    const other = { ...membership.building, id: 'other', address: 'Kajen 1, Umeå' };
    const buildings = [membership, { ...membership, id: 'm2', building: other }];
    const { container } = render(<MissedBar memberships={buildings} />);
    within(container).getByText(whole('Brandlarm i Storgatan 12. Faran över kl. 14.04.'));
  });

  it('an exercise is called an exercise', () => {
    comesBack([{ exercise: true, raisedAt: iso(-120_000) }]);
    screen.getByText('Du missade en övning kl. 14.03.');
    screen.getByText('Övning. Övningen slut kl. 14.04.');
  });

  it.each([
    [0, 2, 'Du missade 2 övningar.'],
    [2, 3, 'Du missade 5 larm och övningar.'],
  ])('of %s alarms and %s exercises none is counted as the other', (alarms, exercises, words) => {
    const all = Array.from({ length: alarms + exercises }, (_, i) => ({ exercise: i >= alarms }));
    comesBack(all.map((one, i) => ({ ...one, id: `old ${i}` })));
    screen.getByText(words);
  });

  it('an alarm that the person raised or witnessed is not shown as missed', () => {
    const witnesses = [{ ...karl, at: iso(-60_000) }];
    comesBack([
      { id: 'own', sender: karl },
      { id: 'seen', witnesses, witnessCount: 1 },
    ]);
    expect(screen.queryByText(/Du missade/)).toBeNull();
  });

  it('an alarm that was shown before is shown as ended and not as missed, silently', async () => {
    receive();
    await pass(0);
    const ended = { status: 'resolved', endedAt: iso(-8 * HOUR_MS) } as const;
    act(() => recordSync(makeSync({ head: 2, events: [makeEvent(2, ended)] })));
    expect(screen.getByRole('alertdialog', { name: 'Faran är över.' })).toBeTruthy();
    expect(screen.queryByText(/Du missade/)).toBeNull();
    expect(speaker.clips).not.toContain('end');
  });
});

describe('a tab that was there', () => {
  it('has missed nothing when a slow reply repeats what it has shown', async () => {
    receive();
    await pass(0);
    const ended = { status: 'resolved', endedAt: iso(0) } as const;
    receive(ended);
    const events = [makeEvent(1), makeEvent(2, ended)];
    act(() => recordSync(makeSync({ head: 2, events })));
    expect(screen.queryByText(/Du missade/)).toBeNull();
  });
});

describe('a new page', () => {
  const asked: string[] = [];
  let items: Alarm[];
  const open = async () => {
    const stopped = new AbortController();
    createMissedSearch(stopped.signal)('b', true);
    await pass(20);
    return () => stopped.abort();
  };

  beforeEach(() => {
    asked.length = 0;
    items = [];
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path);
      return Promise.resolve(Response.json({ items, next: null }));
    });
  });

  it('finds in the history the alarms that began and ended during its absence', async () => {
    recordSeen('b', NOW - 2 * HOUR_MS);
    items = [
      makeAlarm({ id: 'goes on' }),
      makeAlarm({ id: 'new', status: 'cancelled', raisedAt: iso(-HOUR_MS) }),
      makeAlarm({ id: 'known', status: 'cancelled', raisedAt: iso(-3 * HOUR_MS) }),
    ];
    await open();
    expect(asked).toEqual(['/api/buildings/b/alarms']);
    expect(useMissed.getState().unread.map(({ id }) => id)).toEqual(['new']);
    screen.getByText('Du missade ett larm kl. 13.05.');
    // The next report that the feed is up to date moves this time, not the look-back itself.
    expect(seenUntil('b', NOW)).toBe(iso(-2 * HOUR_MS));
  });

  it('has not missed what it shows while the history takes its time', async () => {
    receive({ id: 'on arrival', raisedAt: iso(-60_000) });
    recordSeen('b', NOW - HOUR_MS);
    items = [
      makeAlarm({ id: 'later', status: 'resolved', raisedAt: iso(15), endedAt: iso(18) }),
      makeAlarm({ id: 'on arrival', status: 'resolved', raisedAt: iso(-60_000), endedAt: iso(10) }),
    ];
    await open();
    expect(asked).toHaveLength(1);
    expect(useMissed.getState().unread).toEqual([]);
  });

  it('fetches nothing on a first visit or after a reload, and looks back a day at most', async () => {
    await open();
    recordSeen('b', NOW - 10_000);
    await open();
    expect(asked).toEqual([]);
    recordSeen('b', NOW - 48 * HOUR_MS);
    expect(seenUntil('b', NOW)).toBe(iso(-24 * HOUR_MS));
  });

  it('shows a missed alarm again after a reload, and only to the same person', async () => {
    comesBack([{ raisedAt: iso(-120_000) }]);
    vi.resetModules();
    const again = await import('../feed/missed.js');
    const { begin: beginAgain } = await import('../../../lib/session/session.js');
    const user = (id: string) => ({
      user: { id, email: 'x@resq.example', roles: [] },
      accessToken: 't',
      expiresAt: iso(HOUR_MS),
    });
    beginAgain(user('karl'));
    expect(again.useMissed.getState().unread).toHaveLength(1);
    beginAgain(user('lisa'));
    expect(again.useMissed.getState().unread).toEqual([]);
  });
});
