import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { playTest } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { ask, useConnection } from '../../../lib/realtime/socket.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import CheckPage from './check-page.js';
import { checkResult } from './check-result.js';
import { acceptReports, reports } from '../testing/devices.js';

vi.mock('../../../lib/realtime/socket.js', async (original) => ({
  ...(await original<object>()),
  ask: vi.fn(),
}));
vi.mock('../../../lib/audio/audio.js', async (original) => ({
  ...(await original<object>()),
  playTest: vi.fn(),
}));

const NOW = new Date('2026-11-21T13:05:22.000Z');
const page = () => screen.getByRole('main').textContent;
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(() => vi.advanceTimersByTimeAsync(0));
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.mocked(ask).mockReset();
  vi.mocked(playTest).mockResolvedValue(true);
  useConnection.setState({ status: 'connected', downSince: undefined });
  useSound.setState({ state: 'armed', playing: null });
  useDeviceAck.setState({ build: 'dev', testedAt: null });
});

function open() {
  render(
    <main>
      <CheckPage />
    </main>,
    { wrapper: MemoryRouter },
  );
}

describe('the test', () => {
  it('counts once it is confirmed and saved, and shows what it cannot promise', async () => {
    acceptReports();
    open();
    expect(page()).toContain('Nästan redo. Ljudet är inte testat.');
    await press('Spela testljud');
    expect(reports()).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Hörde du ljudet?');
    await press('Ja');
    expect(reports()).toMatchObject([{ tested: true, sound: 'armed' }]);
    expect(page()).toContain('Den här enheten är redo. Senast testad i dag kl.\u00a014.05.');
    expect(page()).toContain('Larm når dig bara medan fliken är öppen.');
    expect(page()).toContain('LjudKlart');
  });

  it('shows what to do when it was inaudible, and is not reported', async () => {
    useDeviceAck.setState({ testedAt: NOW.toISOString() });
    open();
    await press('Spela testljud');
    await press('Nej');
    expect(reports()).toEqual([]);
    expect(page()).toContain('LjudFungerar inte');
    expect(page()).toContain('Höj volymen.');
    expect(page()).toContain('Inte redo. Ljudet hördes inte.');
    screen.getByRole('button', { name: 'Spela igen' });
  });

  it.each([
    ['blocked', 'Webbläsaren spelade inget ljud.'],
    ['armed', 'Testet avbröts av ett larm.'],
  ] as const)('asks nothing when it did not sound in a tab that is %s', async (state, words) => {
    useSound.setState({ state });
    vi.mocked(playTest).mockResolvedValue(false);
    open();
    await press('Spela testljud');
    expect(screen.queryByRole('button', { name: 'Ja' })).toBeNull();
    expect(page()).toContain(words);
  });

  it('does not count when it could not be saved', async () => {
    vi.mocked(ask).mockRejectedValue(new Error('not connected'));
    open();
    await press('Spela testljud');
    await press('Ja');
    expect(page()).toContain('Testet är inte sparat.');
    expect(page()).toContain('Nästan redo.');
  });

  it('has no button for notifications, which do not exist yet', () => {
    open();
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Spela testljud']);
    expect(page()).toContain('Aviseringar kommer i en senare version.');
  });
});

describe('the result for a device', () => {
  const today = NOW.toISOString();
  it.each([
    ['ready', 'idle', today, 'Den här enheten är redo.'],
    ['ready', 'confirmed', today, 'Den här enheten är redo.'],
    ['ready', 'inaudible', today, 'Inte redo. Ljudet hördes inte.'],
    ['ready', 'idle', null, 'Nästan redo. Ljudet är inte testat.'],
    ['ready', 'idle', '2026-10-21T13:05:22.000Z', 'Nästan redo. Ljudet testades senast 21 oktober'],
    [
      'ready',
      'idle',
      '2025-11-21T13:05:22.000Z',
      'Nästan redo. Ljudet testades senast 21 november 2025',
    ],
    ['muted', 'idle', today, 'Inte redo. Ljudet är av i den här fliken.'],
    ['muted', 'idle', null, 'Inte redo. Ljudet är av i den här fliken.'],
    ['away', 'idle', today, 'Inte redo. Larm når inte den här fliken.'],
    ['away', 'confirmed', today, 'Inte redo. Larm når inte den här fliken.'],
    ['connecting', 'idle', today, undefined],
    ['ready', 'idle', undefined, undefined],
  ] as const)('%s, %s, tested %s: %s', (state, phase, testedAt, words) => {
    const result = checkResult(state, phase, testedAt, NOW);
    if (words === undefined) expect(result).toBeUndefined();
    else expect(`${result?.title} ${result?.text}`.startsWith(words)).toBe(true);
    expect(result?.step === 'done').toBe(words?.startsWith('Den här') ?? false);
  });
});
