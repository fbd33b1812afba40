import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setRinging, TEST_MS } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { plugIn, Speaker } from '../../../lib/audio/testing/audio-element.js';
import { useConnection } from '../../../lib/realtime/socket.js';
import { wire } from '../../../testing/wire.js';
import { useMe } from '../../../lib/session/me.js';
import { forgetServerTime, recordServerTime } from '../../../lib/time/clock.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { ReadinessChip } from '../readiness-chip.js';
import { reportDevice } from '../device-report.js';
import CheckPage from './check-page.js';
import { acceptReports, reports } from '../testing/devices.js';

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

const NOW = new Date('2026-11-21T13:05:22.000Z');
const page = () => screen.getByRole('main').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
};
let speaker: Speaker;
/** Plays the test to its end. */
const listen = async () => {
  await press('Spela testljud');
  await pass(TEST_MS);
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  wire.reset();
  wire.connected = true;
  plugIn((speaker = new Speaker()));
  speaker.unlocked = true;
  useConnection.setState({ status: 'connected', downSince: undefined });
  useSound.setState({ state: 'armed', playing: null });
  useDeviceAck.setState({ build: 'dev', testedAt: null });
  useMe.setState({ status: 'ready', me: { memberships: [{ status: 'active' }] } as never });
});

function open() {
  render(
    <main>
      <ReadinessChip />
      <CheckPage />
    </main>,
    { wrapper: MemoryRouter },
  );
}

describe('the test', () => {
  it('stays under the finger whose press unlocks the sound of a tested device', async () => {
    useSound.setState({ state: 'blocked' });
    useDeviceAck.setState({ testedAt: NOW.toISOString() });
    open();
    const button = screen.getByRole('button', { name: 'Spela testljud' });
    fireEvent.pointerDown(button);
    act(() => useSound.setState({ state: 'armed' }));
    expect(page()).toContain('LjudKlart');
    expect(screen.getByRole('button', { name: 'Spela testljud' })).toBe(button);
    await press('Spela testljud');
    await pass(TEST_MS);
    screen.getByText('Hörde du ljudet?');
  });

  it('counts once it is confirmed and saved, and says for how long', async () => {
    acceptReports();
    open();
    expect(page()).toContain(
      'Inte redo. Ljudet är inte testat. Du får bara larm när sidan är öppen.',
    );
    await press('Spela testljud');
    expect(speaker.now).toBe('fire full');
    await pass(TEST_MS - 1);
    expect(screen.queryByRole('button', { name: 'Ja' })).toBeNull();
    await pass(1);
    expect(speaker.now).toBe('');
    expect(reports()).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Hörde du ljudet?');
    await press('Ja');
    expect(reports()).toMatchObject([{ tested: true, sound: 'armed' }]);
    expect(document.activeElement?.textContent).toBe(
      'Nästan redo. Larm hörs bara när sidan är öppen. Stäng den inte. Senast testad i dag kl.\u00a014.05.',
    );
    expect(page()).toContain('●Redo');
    expect(page()).toContain('LjudKlart');
    // The sound step is folded, and the next one is open.
    expect(screen.queryByRole('button', { name: 'Spela igen' })).toBeNull();
    screen.getByText('Då når larm dig när fliken är dold eller stängd.', { exact: false });
  });

  it.each([
    ['a year ahead', '2027-11-21T13:05:22.000Z', '2026-11-21T13:05:00.000Z', '●Redo'],
    [
      'two days behind',
      '2026-11-19T13:05:22.000Z',
      '2026-10-21T13:05:00.000Z',
      '◐Ljudet inte testat',
    ],
  ])('is as old as the server says, on a device %s', async (_, clock, testedAt, chip) => {
    vi.setSystemTime(clock);
    recordServerTime(NOW.toISOString());
    useDeviceAck.setState({ testedAt });
    open();
    await pass(0);
    expect(page()).toContain(chip);
    if (chip === '●Redo') expect(page()).toContain('Senast testad i dag kl.\u00a014.05.');
    else expect(page()).not.toContain('LjudKlart');
    forgetServerTime();
  });

  it('shows what to do when it was inaudible, and takes an earlier test back everywhere', async () => {
    acceptReports({ testedAt: NOW.toISOString() });
    const stop = reportDevice();
    await act(() => vi.advanceTimersByTimeAsync(0));
    open();
    expect(page()).toContain('●Redo');
    fireEvent.click(screen.getByRole('button', { name: /^1\. Ljud/ }));
    await listen();
    wire.answer = () => Promise.reject(new Error('timeout'));
    await press('Nej');
    expect(page()).toContain('LjudFungerar inte');
    expect(page()).toContain('Höj volymen.');
    expect(page()).toContain('◐Ljudet inte testat');
    expect(page()).toContain('Inte redo. Du hörde inte testljudet.');
    expect(page()).not.toContain('Redo');
    expect(document.activeElement?.textContent).toBe('Spela igen');
    // The server must not go on showing the manager an earlier test.
    acceptReports();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(reports().map(({ tested }) => tested)).toEqual([undefined, false, false]);
    act(() => useSound.setState({ state: 'blocked' }));
    expect(reports().at(-1)?.tested).toBeUndefined();
    stop();
  });

  it.each<[string, string, () => unknown]>([
    ['refuses it', 'Webbläsaren spelade inget ljud.', () => (speaker.unlocked = false)],
    ['has no output', 'Inget ljud kommer ut.', () => (speaker.fails = true)],
    [
      'has an alarm meanwhile',
      'Testet avbröts av ett larm.',
      () => setTimeout(() => setRinging('medical'), 1_000),
    ],
  ])('asks nothing when it did not sound in a tab that %s', async (_what, words, happens) => {
    happens();
    open();
    await listen();
    expect(screen.queryByRole('button', { name: 'Ja' })).toBeNull();
    expect(page()).toContain(words);
    setRinging(null);
  });

  it('does not count when it could not be saved', async () => {
    wire.connected = false;
    open();
    await listen();
    await press('Ja');
    expect(page()).toContain('Testet är inte sparat.');
    expect(document.activeElement?.textContent).toBe('Spela igen');
    expect(page()).toContain('◐Ljudet inte testat');
  });

  it('says what to do in a browser without notifications', () => {
    vi.stubGlobal('isSecureContext', true);
    open();
    const steps = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
    expect(steps).toEqual(['1. LjudKvar', '2. AviseringarFungerar inte', '3. TestaviseringKvar']);
    const buttons = screen.getAllByRole('button').map((one) => one.textContent);
    expect(buttons.filter((one) => !steps.includes(one))).toEqual(['Spela testljud']);
    expect(page()).toContain('Webbläsaren kan inte ta emot aviseringar. Ha fliken öppen.');
    expect(page()).toContain('2. AviseringarFungerar inte');
    expect(page()).toContain('eftersom aviseringar inte går att slå på.');
  });

  it('says on a phone that the screen must be on', () => {
    useDeviceAck.setState({ testedAt: NOW.toISOString() });
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), { matches: query === '(pointer: coarse)' }) as never,
    );
    open();
    expect(page()).toContain('Larm hörs bara när skärmen är på och sidan är öppen.');
  });
});
