import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSound } from '../../lib/audio.js';
import { useConnection } from '../../lib/socket.js';
import { ConnectionBar } from './connection-bar.js';
import { forgetFeed, noteFetched } from './feed-store.js';
import { ReadinessChip } from './readiness-chip.js';
import { SoundBar } from './sound-bar.js';
import { NOW } from './testing.js';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const text = () => screen.getByRole('status').textContent;
const connection = (state: Parameters<typeof useConnection.setState>[0]) =>
  act(() => useConnection.setState(state));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  forgetFeed();
  useConnection.setState({ status: 'connected', downSince: undefined });
  useSound.setState({ state: 'armed', playing: null });
});

describe('the connection bar', () => {
  it('is silent about a hiccup', async () => {
    render(<ConnectionBar />);
    connection({ status: 'down', downSince: Date.now() });
    await pass(4_000);
    expect(text()).toBe('');
    connection({ status: 'connected', downSince: undefined });
    await pass(1_000);
    expect(text()).toBe('');
  });

  it('says after 5 s that alarms may be late, after 30 s that they do not come', async () => {
    render(<ConnectionBar />);
    connection({ status: 'down', downSince: Date.now() });
    await pass(5_000);
    expect(text()).toBe('Ansluter igen … Larm kan dröja.');
    await pass(25_000);
    const lost = 'Ingen anslutning sedan kl.\u00a014.05. Larm når inte den här fliken.';
    expect(text()).toContain(lost);
    expect(screen.getByRole('button', { name: 'Försök igen' })).toBeTruthy();
    connection({ status: 'connected', downSince: undefined });
    expect(text()).toBe('Ansluten igen.');
    await pass(3_100);
    expect(text()).toBe('');
  });

  it('says at once that the browser is offline', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(<ConnectionBar />);
    connection({ status: 'down', downSince: Date.now() });
    expect(text()).toBe('Du är offline. Ring 112 vid fara.');
  });

  it('says nothing to somebody who is signed out', async () => {
    render(<ConnectionBar />);
    connection({ status: 'off', downSince: undefined });
    await pass(60_000);
    expect(text()).toBe('');
  });
});

describe('the sound bar', () => {
  it('stays while the press that unlocks the sound is still going on', async () => {
    useSound.setState({ state: 'blocked' });
    render(<SoundBar />);
    await pass(1_000);
    expect(text()).toContain('Ljudet är av i den här fliken.');
    fireEvent.click(screen.getByRole('button', { name: 'Slå på ljudet' }));
    act(() => useSound.setState({ state: 'armed' }));
    await pass(300);
    expect(text()).toContain('Ljudet är på i den här fliken.');
    await pass(600);
    expect(text()).toBe('');
  });
});

describe('the readiness chip', () => {
  it.each([
    ['connected', undefined, 'armed', '●Redo'],
    ['connected', undefined, 'blocked', '◐Ljud av'],
    ['down', 4_000, 'armed', '●Redo'],
    ['down', 5_000, 'armed', '○Frånkopplad'],
    ['off', undefined, 'armed', '○Frånkopplad'],
    ['connecting', 4_000, 'armed', '○Ansluter'],
    ['connecting', 5_000, 'armed', '○Frånkopplad'],
  ] as const)('%s for %s ms and %s: %s', (status, downMs, state, words) => {
    useConnection.setState({ status, downSince: downMs && NOW - downMs });
    useSound.setState({ state });
    const { container } = render(<ReadinessChip />);
    expect(container.textContent).toBe(words);
  });

  it('does not say ready when the browser knows that it is offline', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    useConnection.setState({ status: 'down', downSince: NOW });
    const { container } = render(<ReadinessChip />);
    expect(container.textContent).toBe('○Frånkopplad');
  });
});

describe('without a socket, while asking over HTTP works', () => {
  it('never says that alarms do not come', async () => {
    useConnection.setState({ status: 'down', downSince: NOW });
    const { container } = render(
      <>
        <ReadinessChip />
        <ConnectionBar />
      </>,
    );
    for (let asked = 0; asked < 20; asked += 1) {
      act(noteFetched);
      await pass(3_000);
    }
    expect(container.textContent).toBe('○AnsluterAnsluter igen … Larm kan dröja.');
    await pass(30_000);
    const lost = 'Ingen anslutning sedan kl.\u00a014.06. Larm når inte den här fliken.';
    expect(container.textContent).toContain(`○Frånkopplad${lost}`);
  });
});
