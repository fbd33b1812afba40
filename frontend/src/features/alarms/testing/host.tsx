import type { Alarm, AlarmEvent } from '@contract/alarm';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { setUnlocked, updateSound } from '../../../lib/audio/sound-state.js';
import { plugIn, Speaker } from '../../../lib/audio/testing/audio-element.js';
import { setTitle } from '../../../ui/tab-signs.js';
import { MissedBar } from '../history/missed-bar.js';
import { AlarmHost } from '../ringing/alarm-host.js';
import { forgetAttention } from '../commands/attention.js';
import { forgetFeed, recordEvent, recordSync } from '../feed/feed-store.js';
import { membership, makeEvent, makeSync, NOW } from './fixtures.js';

/** A tab on a page of Karl's building, with a fake server, audio element and socket. */

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

/** The tab's audio element. It may play from the beginning; see `blockSound`. */
export let speaker: Speaker;
/** Returns the siren that a person hears now, such as "fire full"; empty when none rings. */
export const ringing = () => (speaker.now === 'end' ? '' : speaker.now);

const memberships = [membership];
let seq = 0;
/** The requests with a body. */
export let sent: { path: string; body: unknown }[] = [];
/** The receipts that the tab has sent, such as "a received" or "a seen <time of a call>". */
export let receipts: string[] = [];
let answer: (path: string, body: unknown) => Promise<Response>;

export function showHost(): void {
  vi.clearAllMocks();
  vi.useFakeTimers({ now: NOW });
  forgetFeed();
  forgetAttention();
  seq = 0;
  sent = [];
  receipts = [];
  serverAnswers(acceptAll);
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    const [, alarmId] = /\/alarms\/([^/]+)\/receipts$/.exec(path) ?? [];
    if (alarmId) {
      const { level, helpAt = '' } = parsed as { level: string; helpAt?: string };
      receipts.push(`${alarmId} ${level} ${helpAt}`.trim());
    } else if (parsed) sent.push({ path, body: parsed });
    return answer(path, parsed);
  });
  plugIn((speaker = new Speaker()));
  allowSound(true);
  setTitle('page', 'Huset – ResQ');
  render(
    <MemoryRouter>
      <main>
        <h1 tabIndex={-1}>Huset</h1>
        <Address />
      </main>
      <AlarmHost memberships={memberships} bars={<MissedBar memberships={memberships} />} />
    </MemoryRouter>,
  );
  act(() => recordSync(makeSync({ reset: true })));
}

const Address = () => <p>{useLocation().pathname}</p>;

/** Replies like a server that saves everything. */
export function acceptAll(path: string, body: unknown): Promise<Response> {
  const [, alarmId] = /\/alarms\/([^/]+)\/(?:mute|responses)$/.exec(path) ?? [];
  const saved = { alarmId, ...(body as object), at: new Date().toISOString() };
  return Promise.resolve(Response.json(alarmId ? saved : {}));
}

function allowSound(is: boolean): void {
  speaker.unlocked = is;
  setUnlocked(is);
  updateSound({ playing: null });
}

/** Lets the browser refuse sound until the next `speaker.press()`. */
export function blockSound(): void {
  act(() => allowSound(false));
}

export function serverAnswers(by: typeof answer): void {
  answer = by;
}

export function receive(change: Partial<Alarm> = {}, event: Partial<AlarmEvent> = {}): void {
  act(() => recordEvent({ ...makeEvent((seq += 1), change), ...event }));
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
export const dialog = () => screen.getByRole('alertdialog');

/** Clicks with a pointer: a click from a key has `detail` 0. */
export function press(name: string): void {
  fireEvent.click(within(dialog()).getByRole('button', { name }), { detail: 1 });
}

/** Presses a key like a browser: a click follows unless the page prevents the key's default. */
export function pressKey(key: string): void {
  const focused = document.activeElement ?? document.body;
  if (fireEvent.keyDown(focused, { key })) fireEvent.click(focused, { detail: 0 });
}
