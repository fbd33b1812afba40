import type { Alarm } from '@contract/alarm';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordResponse, recordSync } from '../feed/feed-store.js';
import {
  blockSound,
  dialog,
  pass,
  press,
  pressKey,
  receive,
  ringing,
  sent,
  showHost,
  speaker,
} from '../testing/host.js';
import { karl, makeAlarm, makeEvent, makeSync, NOW } from '../testing/fixtures.js';

const buttons = () =>
  within(dialog())
    .getAllByRole('button')
    .map((button) => button.textContent);
beforeEach(showHost);

describe('an alarm of a neighbour', () => {
  it('opens over the page, takes the focus and rings', () => {
    receive();
    expect(dialog()).toHaveProperty('open', true);
    expect(dialog().closest('#alarm-root')?.getAttribute('aria-live')).toBe('off');
    expect(document.body.lastElementChild?.id).toBe('alarm-root');
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog()).getByRole('heading', { level: 1 }));
    expect(dialog().textContent).toContain('Storgatan 12 · nyss');
    expect(dialog().textContent).toContain('Lägenhet\u00a01201, plan\u00a02, Anna Berg');
    expect(ringing()).toBe('fire full');
    expect(document.title).toBe('● Brandlarm – \u2068Storgatan 12\u2069');
  });

  it.each<[string, Partial<Alarm>, string[]]>([
    [
      'Brandlarm',
      { type: 'fire' },
      ['Jag är i säkerhet', 'Jag behöver hjälp', 'Jag kan hjälpa tillGå aldrig in i rök.'],
    ],
    [
      'Medicinsk nöd',
      { type: 'medical' },
      ['Jag kommer och hjälper', 'Jag kan inte komma', 'Jag behöver hjälp'],
    ],
    [
      'Annan fara',
      { type: 'other' },
      ['Jag är i säkerhet', 'Jag kommer och hjälper', 'Jag behöver hjälp'],
    ],
    ['Övning', { type: 'fire', exercise: true }, ['Jag hörde övningen']],
  ])('%s has its own responses, after 112 and before the other buttons', (name, change, labels) => {
    receive(change);
    expect(screen.getByRole('alertdialog', { name })).toBeTruthy();
    expect(buttons()).toEqual([...labels, 'Tysta ljudet', 'Minimera']);
    const [first] = dialog().querySelectorAll('a[href], button');
    expect(first?.getAttribute('href')).toBe('tel:112');
    expect(dialog().textContent).not.toMatch(/utrym|lämna huset|gå ut/i);
  });

  it.each<[Partial<Alarm>, string, object]>([
    [{ type: 'fire' }, 'Jag kan hjälpa till Gå aldrig in i rök.', { response: 'coming' }],
    [{ type: 'medical' }, 'Jag kan inte komma', { response: 'cannot_come' }],
    [{ exercise: true }, 'Jag hörde övningen', { response: 'safe' }],
  ])('sends the response to %o', async (change, label, body) => {
    receive(change);
    await pass(600);
    press(label);
    await pass(0);
    expect(sent).toEqual([
      { path: '/api/alarms/a/responses', body: { ...body, turn: expect.any(Number) } },
    ]);
    expect(ringing()).toBe('');
    expect(dialog().textContent).toContain('Ditt svar: Jag');
  });

  it('is not muted by an Escape that was held down before it opened', async () => {
    receive();
    await pass(100);
    expect(fireEvent.keyDown(dialog(), { key: 'Escape', repeat: true })).toBe(false);
    expect(ringing()).toBe('fire full');
  });

  it('is muted by Escape and stays', async () => {
    receive();
    await pass(1_000);
    for (let presses = 0; presses < 4; presses += 1) {
      expect(fireEvent.keyDown(dialog(), { key: 'Escape' })).toBe(false);
      expect(fireEvent(dialog(), new Event('cancel', { cancelable: true }))).toBe(false);
    }
    expect(dialog()).toHaveProperty('open', true);
    expect(ringing()).toBe('');
    expect(dialog().textContent).toContain('Ljudet är tystat på dina enheter.');
    press('Slå på ljudet');
    expect(ringing()).toBe('fire full');
  });

  it('opens again when the browser closes it', async () => {
    receive();
    act(() => (dialog() as HTMLDialogElement).close());
    await pass(0);
    expect(dialog()).toHaveProperty('open', true);
  });

  it('ignores keys for half a second, and a held key after that', async () => {
    receive();
    await pass(300);
    within(dialog()).getByRole('button', { name: 'Jag är i säkerhet' }).focus();
    pressKey('Enter');
    pressKey(' ');
    await pass(0);
    expect(sent).toEqual([]);
    expect(fireEvent.keyDown(document.activeElement!, { key: 'Enter' })).toBe(false);
    // A key that went down before the dialog opened clicks when it comes up.
    fireEvent.click(document.activeElement!, { detail: 0 });
    await pass(0);
    expect(sent).toEqual([]);
    await pass(300);
    expect(fireEvent.keyDown(document.activeElement!, { key: 'Enter', repeat: true })).toBe(false);
    pressKey('Enter');
    await pass(0);
    expect(sent).toHaveLength(1);
  });

  it('cycles the focus inside the dialog', async () => {
    receive();
    await pass(600);
    const controls = [...dialog().querySelectorAll<HTMLElement>('a[href], button')];
    controls.at(-1)!.focus();
    fireEvent.keyDown(document.activeElement!, { key: 'Tab' });
    expect(document.activeElement).toBe(controls[0]);
    fireEvent.keyDown(document.activeElement!, { key: 'Tab', shiftKey: true });
    expect(document.activeElement).toBe(controls.at(-1));
  });

  it('shows that the sound is off where the browser blocks it', () => {
    blockSound();
    receive();
    expect(dialog().textContent).toContain('Ljudet är av i den här fliken.');
    expect(buttons()).toContain('Slå på ljudet');
  });

  it('closes other dialogs', () => {
    const other = document.createElement('dialog');
    document.body.append(other);
    other.showModal();
    receive();
    expect(other.open).toBe(false);
    other.remove();
  });

  it('is minimised to a bar, and opens from it', () => {
    receive();
    press('Minimera');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(ringing()).toBe('fire full');
    fireEvent.click(screen.getByRole('button', { name: 'Brandlarm pågår – Visa' }));
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
  });

  it('shows the person’s own alarm as a bar only', () => {
    receive({ sender: karl });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(ringing()).toBe('');
    expect(screen.getByRole('button', { name: 'Brandlarm pågår – Visa' })).toBeTruthy();
  });

  it('warns only its sender, on every page, that it expires soon', () => {
    const expiresAt = new Date(NOW + 4 * 60_000).toISOString();
    receive({ id: 'own', sender: karl, expiresAt });
    screen.getByRole('button', { name: /^Brandlarm avslutas om 4\sminuter – Visa$/ });
    expect(screen.getByRole('alert').textContent).toMatch(/^Larmet avslutas om 4\sminuter\.$/);
    receive({ id: 'own', sender: karl, status: 'resolved', endedAt: expiresAt });
    receive({ id: 'other', expiresAt });
    press('Minimera');
    screen.getByRole('button', { name: 'Brandlarm pågår – Visa' });
  });

  it('is silent and minimised when the person responded on another device', () => {
    receive();
    act(() => recordResponse({ alarmId: 'a', response: 'safe', at: new Date(NOW).toISOString() }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(ringing()).toBe('');
  });

  it('stops ringing when it expires by the server’s clock', async () => {
    receive({ expiresAt: new Date(NOW + 3_000).toISOString() });
    expect(ringing()).toBe('fire full');
    await pass(4_000);
    expect(ringing()).toBe('');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('after a sync', () => {
  const restored = (active: Alarm[]) =>
    act(() => recordSync(makeSync({ epoch: 'restored', reset: true, head: 1, active })));

  it('the siren continues without starting again', () => {
    receive();
    restored([makeAlarm()]);
    expect(ringing()).toBe('fire full');
    expect(speaker.clips).toEqual(['fire full']);
  });

  it('a muted and minimised alarm stays muted and minimised', async () => {
    receive();
    await pass(600);
    press('Tysta ljudet');
    press('Minimera');
    restored([makeAlarm()]);
    expect(ringing()).toBe('');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('an alarm that is over is silent, and an alarm that began meanwhile rings', () => {
    receive();
    restored([makeAlarm({ id: 'new', type: 'medical' })]);
    expect(ringing()).toBe('medical full');
    restored([]);
    expect(ringing()).toBe('');
  });

  it('an alarm that began and ended meanwhile never rings', () => {
    const events = [makeEvent(1), makeEvent(2, { status: 'resolved' })];
    act(() => recordSync(makeSync({ head: 2, events })));
    expect(speaker.clips).toEqual([]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('an alarm that is repeated', () => {
  const repeat = (escalation: Alarm['escalation']) => receive({ escalation });

  it('loses its pauses, begins again at each step, and changes nothing on the screen', () => {
    receive();
    expect(ringing()).toBe('fire full');
    const before = dialog().innerHTML;
    for (const step of [1, 2, 3] as const) {
      repeat(step);
      expect(ringing()).toBe('fire continuous');
      expect(speaker.clips).toHaveLength(1 + step);
    }
    expect(dialog().innerHTML).toBe(before);
  });

  it('has no pauses in a tab that was opened later', () => {
    act(() =>
      recordSync(makeSync({ reset: true, head: 2, active: [makeAlarm({ escalation: 1 })] })),
    );
    expect(ringing()).toBe('fire continuous');
  });

  it('stays silent for a person who has muted it or responded', async () => {
    receive();
    await pass(600);
    press('Tysta ljudet');
    repeat(1);
    expect(ringing()).toBe('');
    press('Jag är i säkerhet');
    repeat(2);
    expect(ringing()).toBe('');
  });
});

describe('the button for the sound', () => {
  it('acts by the label that it had at the pointer’s press, not at its release', async () => {
    blockSound();
    receive();
    const button = within(dialog()).getByRole('button', { name: 'Slå på ljudet' });
    // The press itself lets the browser play, so the siren starts before the click.
    speaker.unlocked = true;
    fireEvent.pointerDown(button);
    await pass(0);
    expect(button.textContent).toBe('Tysta ljudet');
    fireEvent.click(button, { detail: 1 });
    expect(ringing()).toBe('fire full');
    fireEvent.pointerDown(button);
    fireEvent.click(button, { detail: 1 });
    expect(ringing()).toBe('');
  });
});
