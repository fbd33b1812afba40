import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { ReadinessChip } from '../features/readiness/readiness-chip.js';
import { READINESS } from '../features/readiness/readiness.copy.js';
import { browser, plugInBrowser } from '../lib/audio/testing/audio.js';
import { watchNetwork } from '../lib/net/network.js';
import { restore } from '../lib/session/session.js';
import { loadMe } from '../lib/session/me.js';
import { watchSession } from '../lib/session/sign-in.js';
import { leaveSessionEntry } from '../testing/server.js';
import { TabWorld } from './testing/tab-world.js';
import { TabAlarm } from './signed-in/tab-alarm.js';

vi.mock('socket.io-client', () => import('../testing/wire.js'));

/**
 * A tab lives through hours of sleep, lost networks and lost sound, drawn from a seed. It never says
 * ready when an alarm raised then would not sound, apart from the seconds in which no browser can know.
 * `HOURS` and `SEED` choose how many, and which.
 */

const HOURS = Number(process.env['HOURS'] ?? 0.25);
const SEED = Number(process.env['SEED'] ?? 2026);

/** A silent network is noticed within this time, and a sound that does not move within three seconds. */
const NOTICED_MS = 20_000;
const SOUNDS_WITHIN_MS = 3_500;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const says = () =>
  screen.getByRole('link', { name: /^Redo|Frånkopplad|Ljud|Ansluter|avisering/ }).textContent ?? '';
const saysReady = () => says().includes(READINESS.state.ready);

/** Mulberry32. @returns numbers from 0 to 1, the same for the same seed */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Each takes the world and a number from 0 to 1. */
const HAPPENINGS: Record<string, (world: TabWorld, n: number) => void> = {
  'the network is cut': (world) => world.cut(),
  'the network is back': (world) => world.mend(),
  'the browser says offline': (world) => {
    world.cut();
    window.dispatchEvent(new Event('offline'));
  },
  'the browser says online': (world) => {
    world.mend();
    window.dispatchEvent(new Event('online'));
  },
  'the browser says offline wrongly': () => window.dispatchEvent(new Event('offline')),
  'the computer sleeps': (world, n) => world.sleep(n ** 3 * 3 * 3_600_000, n > 0.5),
  'the clock is set': (_, n) => void vi.setSystemTime(Date.now() + (n - 0.5) * 7_200_000),
  'the tab is hidden': () => show('hidden'),
  'the tab is shown': () => show('visible'),
  'the page is thawed': () => document.dispatchEvent(new Event('resume')),
  'the headset is pulled': () => browser.lose(),
  'nothing comes out any more': () => loseOutput(true),
  'a call interrupts the sound': () => {
    browser.interrupt();
    browser.contexts.at(-1)?.become('interrupted');
  },
  'the call is over': () => browser.contexts.at(-1)?.become('running'),
  'the context is closed': () => browser.contexts.at(-1)?.become('closed'),
  'the context is suspended': () => browser.contexts.at(-1)?.become('suspended'),
  'the browser takes its permission back': () => (browser.unlocked = false),
  'the element refuses the sound': (_, n) => (browser.broken = n < 0.5),
  'the output is back, and a press': () => {
    loseOutput(false);
    Object.assign(browser, { fails: false, broken: false });
    browser.press();
  },
  'a press': () => browser.press(),
};

const MENDED = ['the browser says online', 'the output is back, and a press'];

const last = (diary: string[]) => [diary[0], ...diary.slice(-15)];

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

function loseOutput(frozen: boolean): void {
  browser.frozen = frozen;
  browser.contexts.forEach((one) => (one.frozen = frozen));
}

/** True while an idle page cannot know that nothing would be heard: it learns it from the next sound. */
const isLostInSilence = () => browser.frozen || browser.broken || !browser.unlocked;

it('never says ready when an alarm raised then would not sound', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T13:05:22.000Z') });
  const runMs = performance.now.bind(performance);
  const world = new TabWorld(runMs);
  vi.spyOn(performance, 'now').mockImplementation(() => runMs() + world.asleepMs);
  const random = numbersFrom(SEED);
  vi.spyOn(Math, 'random').mockImplementation(random);
  plugInBrowser();
  world.begin();
  leaveSessionEntry();
  watchNetwork();
  watchSession();
  void restore();
  render(
    <MemoryRouter>
      <ReadinessChip />
      <TabAlarm />
    </MemoryRouter>,
  );
  await pass(100);
  await act(() => loadMe());
  browser.press();
  await pass(10_000);
  expect(saysReady()).toBe(true);

  const diary = [`SEED=${SEED}`];
  const write = (text: string) =>
    diary.push(`${(runMs() / 1_000).toFixed(1)} s: ${text}; ${says()}, ${world.describe()}`);
  const names = Object.keys(HAPPENINGS);
  const counts = { audible: 0, late: 0, ready: 0, alarms: 0 };
  while (runMs() < HOURS * 3_600_000) {
    // Else most of an hour would pass without any way for a sound.
    const isMended = random() < 0.3;
    if (isMended) MENDED.forEach((one) => HAPPENINGS[one]?.(world, 0));
    const name = names[Math.floor(random() * names.length)]!;
    await act(async () => {
      HAPPENINGS[name]?.(world, random());
      await Promise.resolve();
    });
    write(name);
    await pass(random() ** 2 * 60_000);
    if (random() < 0.5) continue;

    const said = saysReady();
    const isSurprise = isLostInSilence() || runMs() - world.changedAtMs < NOTICED_MS;
    world.raise();
    await pass(SOUNDS_WITHIN_MS);
    const isAudible = world.isAudible;
    write(
      `an alarm, ${isAudible ? 'audible' : 'not audible'}, the page said ${said ? 'ready' : 'not ready'}`,
    );
    counts.alarms += 1;
    if (said) counts.ready += 1;
    if (isAudible) counts.audible += 1;
    else if (said && !isSurprise) expect.fail(last(diary).join('\n'));
    await pass(NOTICED_MS);
    if (saysReady() && !world.isAudible) expect.fail(`${last(diary).join('\n')}\nstill ready`);
    if (!isAudible && world.isAudible) counts.late += 1;
    act(() => world.end());
    await pass(2_000);
  }
  if (process.env['HOURS']) console.log(`SEED=${SEED}`, counts);
  expect(counts.audible).toBeGreaterThan(counts.alarms / 10);
  world.stop();
}, 3_600_000);
