import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTitle } from '../../../ui/tab-signs.js';
import { dialog, pass, press, receive, ringing, sent, showHost } from '../testing/host.js';
import { karl } from '../testing/fixtures.js';
import { setInPage } from '../commands/attention.js';
import { recordResponse } from '../feed/feed-store.js';

const soundButton = (name: string) => screen.queryByRole('button', { name });

beforeEach(showHost);

describe('the bar of a minimised alarm', () => {
  it('mutes the alarm and lets it sound again', async () => {
    receive();
    press('Minimera');
    expect(ringing()).toBe('fire full');
    fireEvent.click(soundButton('Tysta ljudet')!);
    expect(ringing()).toBe('');
    await pass(0);
    expect(sent.at(-1)).toEqual({ path: '/api/alarms/a/mute', body: { muted: true } });
    fireEvent.click(soundButton('Slå på ljudet')!);
    expect(ringing()).toBe('fire full');
  });

  it('has no such button for an alarm that does not ring for the person', () => {
    receive({ id: 'own', sender: karl });
    expect(screen.getByRole('button', { name: 'Brandlarm pågår – Visa' })).toBeTruthy();
    expect(soundButton('Tysta ljudet')).toBeNull();
  });

  it('loses the button with the person’s response', () => {
    receive();
    press('Minimera');
    expect(soundButton('Tysta ljudet')).toBeTruthy();
    act(() => recordResponse({ alarmId: 'a', response: 'safe', at: '' }));
    expect(soundButton('Tysta ljudet')).toBeNull();
  });
});

it('has no bar on the page that shows the alarm', () => {
  receive();
  press('Minimera');
  expect(screen.getByRole('button', { name: 'Brandlarm pågår – Visa' })).toBeTruthy();
  act(() => setInPage('a'));
  expect(screen.queryByRole('button', { name: 'Brandlarm pågår – Visa' })).toBeNull();
});

describe('an alarm that covers the page', () => {
  it('leaves the question that ends an alarm open behind it', () => {
    const question = document.createElement('dialog');
    question.dataset.waits = 'true';
    document.body.append(question);
    question.showModal();
    receive();
    expect(dialog()).toBeTruthy();
    expect(question.open).toBe(true);
    question.remove();
  });

  it('leaves no title of an alarm that is over', () => {
    act(() => setTitle('page', 'Brandlarm – ResQ'));
    receive();
    expect(document.title).toBe('● Brandlarm – \u2068Storgatan 12\u2069');
    // The page sets its new title in the same commit in which the alarm ends.
    act(() => setTitle('page', 'Larmpanel – ResQ'));
    receive({ status: 'resolved', endedBy: karl, endedAt: '2026-11-21T13:07:30.000Z' });
    expect(document.title).toBe('Larmpanel – ResQ');
  });
});

describe('the end of an exercise', () => {
  const endOf = (change: object) => {
    receive({ sender: karl, ...change });
    receive({ sender: karl, ...change, status: 'resolved', endedBy: karl });
  };
  /** Other files leave this page at another address. */
  const goTo = (pathname: string) => vi.stubGlobal('location', { ...location, pathname });

  it('does not lie over the report of the exercise, nor over the page after it', () => {
    goTo('/building/exercises/a');
    endOf({ exercise: true });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    goTo('/building');
    receive({ id: 'other', sender: karl });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it.each([
    ['of an exercise on another page', '/building', { exercise: true }],
    ['of an alarm on its own page', '/app/alarm/a', {}],
  ])('%s is shown over it', (_, path, change) => {
    goTo(path);
    endOf(change);
    expect(dialog()).toBeTruthy();
  });
});
