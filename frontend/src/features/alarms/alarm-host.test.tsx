import type { Alarm } from '@contract/alarm';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AlarmHost } from './alarm-host.js';
import { forgetAttention } from './attention.js';
import { forgetFeed, noteAnswer, noteEvent, noteSync } from './feed-store.js';
import { anna, house, karl, makeEvent, makeSync, NOW } from './testing.js';

const sound = vi.hoisted(() => ({ setRinging: vi.fn(), playEnd: vi.fn() }));
vi.mock('../../lib/audio.js', async (original) => ({
  ...(await original<typeof import('../../lib/audio.js')>()),
  ...sound,
  watchSound: () => () => undefined,
}));
vi.mock('../../lib/socket.js', async (original) => ({
  ...(await original<typeof import('../../lib/socket.js')>()),
  keepConnected: () => () => undefined,
}));
const { useSound } = await import('../../lib/audio.js');

const houses = [house];
let seq: number;
let sent: { path: string; body: unknown }[];
let answerOf: () => Promise<Response>;

const hear = (change: Partial<Alarm> = {}) => act(() => noteEvent(makeEvent((seq += 1), change)));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const dialog = () => screen.getByRole('alertdialog');
const buttons = () =>
  within(dialog())
    .getAllByRole('button')
    .map((button) => button.textContent);
const press = (name: string) =>
  fireEvent.click(within(dialog()).getByRole('button', { name }), { detail: 1 });
const ringing = () => sound.setRinging.mock.lastCall?.[0] as string | null | undefined;

/** What a browser does with a key: the element's click follows, unless the page prevents it. */
function pressKey(key: string) {
  const focused = document.activeElement ?? document.body;
  if (fireEvent.keyDown(focused, { key })) fireEvent.click(focused, { detail: 0 });
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  forgetFeed();
  forgetAttention();
  vi.clearAllMocks();
  seq = 0;
  sent = [];
  answerOf = () => Promise.resolve(Response.json({}));
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit) => {
    sent.push({ path: address, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    return answerOf();
  });
  useSound.setState({ state: 'armed', playing: null });
  document.title = 'Huset – ResQ';
  render(
    <>
      <main>
        <h1 tabIndex={-1}>Huset</h1>
      </main>
      <AlarmHost memberships={houses} />
    </>,
  );
  act(() => noteSync(makeSync({ reset: true })));
});

describe('an alarm of a neighbour', () => {
  it('opens over the page, takes the focus and rings', () => {
    hear();
    expect(dialog()).toHaveProperty('open', true);
    expect(dialog().closest('#alarm-root')?.getAttribute('aria-live')).toBe('off');
    expect(document.body.lastElementChild?.id).toBe('alarm-root');
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog()).getByRole('heading', { level: 1 }));
    expect(dialog().textContent).toContain('Storgatan 12 · nyss');
    expect(dialog().textContent).toContain('Anna Berg, lägenhet\u00a01201, plan\u00a02');
    expect(ringing()).toBe('fire');
    expect(document.title).toBe('● Brandlarm – Storgatan 12');
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
  ])('%s asks for its own answers, after 112 and before the rest', (name, change, answers) => {
    hear(change);
    expect(screen.getByRole('alertdialog', { name })).toBeTruthy();
    expect(buttons()).toEqual([...answers, 'Tysta ljudet', 'Minimera']);
    const [first] = dialog().querySelectorAll('a[href], button');
    expect(first?.getAttribute('href')).toBe('tel:112');
    expect(dialog().textContent).not.toMatch(/utrym|lämna huset|gå ut/i);
  });

  it.each<[Partial<Alarm>, string, object]>([
    [{ type: 'fire' }, 'Jag kan hjälpa till Gå aldrig in i rök.', { response: 'coming' }],
    [{ type: 'medical' }, 'Jag kan inte komma', { response: 'cannot_come' }],
    [{ exercise: true }, 'Jag hörde övningen', { response: 'safe' }],
  ])('sends the answer to %o', async (change, label, body) => {
    hear(change);
    await pass(600);
    press(label);
    await pass(0);
    expect(sent).toEqual([{ path: '/api/alarms/a/responses', body }]);
    expect(ringing()).toBeNull();
    expect(dialog().textContent).toContain('Ditt svar: Jag');
  });

  it('is silenced by Escape and stays', async () => {
    hear();
    await pass(1_000);
    for (let presses = 0; presses < 4; presses += 1) {
      expect(fireEvent.keyDown(dialog(), { key: 'Escape' })).toBe(false);
      expect(fireEvent(dialog(), new Event('cancel', { cancelable: true }))).toBe(false);
    }
    expect(dialog()).toHaveProperty('open', true);
    expect(ringing()).toBeNull();
    expect(dialog().textContent).toContain('Ljudet är tystat i den här webbläsaren.');
    press('Slå på ljudet');
    expect(ringing()).toBe('fire');
  });

  it('comes back when the browser closes it all the same', async () => {
    hear();
    act(() => (dialog() as HTMLDialogElement).close());
    await pass(0);
    expect(dialog()).toHaveProperty('open', true);
  });

  it('is not answered by what somebody is typing', async () => {
    hear();
    await pass(300);
    within(dialog()).getByRole('button', { name: 'Jag är i säkerhet' }).focus();
    pressKey('Enter');
    pressKey(' ');
    await pass(0);
    expect(sent).toEqual([]);
    expect(fireEvent.keyDown(document.activeElement!, { key: 'Enter' })).toBe(false);
    await pass(300);
    expect(fireEvent.keyDown(document.activeElement!, { key: 'Enter', repeat: true })).toBe(false);
    pressKey('Enter');
    await pass(0);
    expect(sent).toHaveLength(1);
  });

  it('keeps the focus inside: 112, answers, silence, minimise, and around', async () => {
    hear();
    await pass(600);
    const controls = [...dialog().querySelectorAll<HTMLElement>('a[href], button')];
    controls.at(-1)!.focus();
    fireEvent.keyDown(document.activeElement!, { key: 'Tab' });
    expect(document.activeElement).toBe(controls[0]);
    fireEvent.keyDown(document.activeElement!, { key: 'Tab', shiftKey: true });
    expect(document.activeElement).toBe(controls.at(-1));
  });

  it('says that the sound is off where the browser blocks it', () => {
    act(() => useSound.setState({ state: 'blocked', playing: null }));
    hear();
    expect(dialog().textContent).toContain('Ljudet är av i den här fliken.');
    expect(buttons()).toContain('Slå på ljudet');
  });

  it('closes other dialogs', () => {
    const other = document.createElement('dialog');
    document.body.append(other);
    other.showModal();
    hear();
    expect(other.open).toBe(false);
    other.remove();
  });

  it('steps aside into a bar, and comes back from it', () => {
    hear();
    press('Minimera');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(ringing()).toBe('fire');
    fireEvent.click(screen.getByRole('button', { name: 'Brandlarm pågår – Visa' }));
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
  });

  it('says nothing of one’s own alarm, but that it goes on', () => {
    hear({ sender: karl });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(ringing()).toBeNull();
    expect(screen.getByRole('button', { name: 'Brandlarm pågår – Visa' })).toBeTruthy();
  });

  it('is quiet and aside when it was answered on another device', () => {
    hear();
    act(() => noteAnswer({ alarmId: 'a', response: 'safe', at: new Date(NOW).toISOString() }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(ringing()).toBeNull();
  });

  it('stops by the server’s clock when its time is up', async () => {
    hear({ expiresAt: new Date(NOW + 3_000).toISOString() });
    expect(ringing()).toBe('fire');
    await pass(4_000);
    expect(ringing()).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the button for the sound', () => {
  it('means what it said when the finger came down', () => {
    act(() => useSound.setState({ state: 'blocked', playing: null }));
    hear();
    const button = within(dialog()).getByRole('button', { name: 'Slå på ljudet' });
    fireEvent.pointerDown(button);
    act(() => useSound.setState({ state: 'armed', playing: 'fire' }));
    expect(button.textContent).toBe('Tysta ljudet');
    fireEvent.click(button, { detail: 1 });
    expect(ringing()).toBe('fire');
    fireEvent.pointerDown(button);
    fireEvent.click(button, { detail: 1 });
    expect(ringing()).toBeNull();
  });
});

describe('several alarms', () => {
  it('show the most urgent first and the others on demand', async () => {
    hear({ id: 'm', type: 'medical' });
    hear({ id: 'f', type: 'fire' });
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
    expect(dialog().textContent).toContain('2 larm pågår');
    expect(ringing()).toBe('fire');
    await pass(600);
    press('Nästa');
    expect(screen.getByRole('alertdialog', { name: 'Medicinsk nöd' })).toBeTruthy();
    hear({ id: 'o', type: 'other' });
    expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
    await pass(600);
    press('Jag är i säkerhet');
    expect(screen.getByRole('alertdialog', { name: 'Medicinsk nöd' })).toBeTruthy();
    expect(ringing()).toBe('medical');
  });
});

describe('an answer', () => {
  it('asks for the place of somebody in need after it was sent', async () => {
    hear();
    await pass(600);
    press('Jag behöver hjälp');
    await pass(0);
    expect(sent).toEqual([{ path: '/api/alarms/a/responses', body: { response: 'need_help' } }]);
    expect(dialog().textContent).toContain('Var är du?');
    press('Källaren');
    await pass(0);
    const body = { response: 'need_help', place: 'Källaren' };
    expect(sent.at(-1)).toEqual({ path: '/api/alarms/a/responses', body });
    const pressed = within(dialog()).getByRole('button', { pressed: true });
    expect(pressed.textContent).toBe('Källaren');
  });

  it('says while it is not sent, and tries again until it is', async () => {
    answerOf = () => Promise.reject(new TypeError('offline'));
    hear();
    await pass(600);
    press('Jag är i säkerhet');
    await pass(0);
    expect(ringing()).toBeNull();
    expect(dialog().textContent).toContain('Svaret är inte skickat än.');
    answerOf = () => Promise.resolve(Response.json({}));
    await pass(2_100);
    expect(dialog().textContent).not.toContain('Svaret är inte skickat än.');
    expect(sent).toHaveLength(2);
    await pass(10_000);
    expect(sent).toHaveLength(2);
  });

  it('can be changed', async () => {
    hear();
    await pass(600);
    press('Jag är i säkerhet');
    await pass(600);
    press('Ändra svar');
    press('Jag behöver hjälp');
    await pass(0);
    expect(sent.at(-1)?.body).toEqual({ response: 'need_help' });
  });
});

describe('the end of an alarm', () => {
  const endedAt = '2026-11-21T13:07:30.000Z';

  it.each<[Partial<Alarm>, string, string]>([
    [{ status: 'cancelled', endedBy: anna }, 'Falskt larm.', 'Anna Berg avbröt kl.\u00a014.07.'],
    [
      { status: 'resolved', endedBy: anna },
      'Faran är över.',
      'Anna Berg avslutade larmet kl.\u00a014.07.',
    ],
    [{ status: 'expired' }, 'Larmet är avslutat.', 'Larmet avslutades automatiskt kl.\u00a014.07.'],
    [{ status: 'cancelled', endedBy: karl }, 'Falskt larm.', 'Du avbröt kl.\u00a014.07.'],
  ])('%o is told calmly', (change, name, text) => {
    hear();
    hear({ ...change, endedAt });
    expect(screen.getByRole('alertdialog', { name })).toBeTruthy();
    expect(dialog().textContent).toContain(text);
    expect(ringing()).toBeNull();
    expect(document.title).toBe('Huset – ResQ');
    press('Stäng');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Huset');
  });

  it('has its own tone, once, after the siren fell silent', () => {
    hear();
    hear({ status: 'resolved', endedBy: anna, endedAt });
    expect(sound.playEnd).toHaveBeenCalledTimes(1);
    expect(sound.playEnd.mock.invocationCallOrder[0]).toBeGreaterThan(
      sound.setRinging.mock.invocationCallOrder.at(-1)!,
    );
    press('Stäng');
    expect(sound.playEnd).toHaveBeenCalledTimes(1);
  });

  it('is silent for whoever ended it or wanted quiet', () => {
    hear();
    fireEvent.keyDown(dialog(), { key: 'Escape' });
    hear({ status: 'resolved', endedBy: anna, endedAt });
    hear({ id: 'b', sender: karl });
    hear({ id: 'b', sender: karl, status: 'cancelled', endedBy: karl, endedAt });
    expect(sound.playEnd).not.toHaveBeenCalled();
  });

  it('reminds whoever asked for help that 112 does', async () => {
    hear();
    await pass(600);
    press('Jag behöver hjälp');
    await pass(0);
    hear({ status: 'resolved', endedBy: anna, endedAt });
    expect(dialog().textContent).toContain('Behöver du fortfarande hjälp? Ring 112.');
  });
});
