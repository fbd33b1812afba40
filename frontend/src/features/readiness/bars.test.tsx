import { ERRORS } from '@contract/errors';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSound } from '../../lib/audio/sound-state.js';
import { watchNetwork } from '../../lib/net/network.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { recordFetch, useConnection } from '../../lib/realtime/socket.js';
import { useMe } from '../../lib/session/me.js';
import { setTitle } from '../../ui/tab-signs.js';
import { ConnectionBar, SoundBar, useSoundCard, useUnprotectedMark } from './readiness-bars.js';
import { ReadinessChip } from './readiness-chip.js';

watchNetwork();

const NOW = Date.parse('2026-11-21T13:05:22.000Z');
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const ACTIVE = { status: 'active' };
const memberOf = (...memberships: object[]) =>
  useMe.setState({ status: 'ready', me: { memberships } as never });
const text = () => screen.getByRole('status').textContent;
const connection = (state: Parameters<typeof useConnection.setState>[0]) =>
  act(() => useConnection.setState(state));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  window.dispatchEvent(new Event('online'));
  useConnection.setState({ status: 'connected', downSince: undefined, fetchedAtMs: undefined });
  useSound.setState({ state: 'armed', playing: null });
  useDeviceAck.setState({ testedAt: new Date(NOW).toISOString() });
  memberOf(ACTIVE);
});

describe('the connection bar', () => {
  it('shows nothing for a gap of 4 s', async () => {
    render(<ConnectionBar />);
    connection({ status: 'down', downSince: Date.now() });
    await pass(4_000);
    expect(text()).toBe('');
    connection({ status: 'connected', downSince: undefined });
    await pass(1_000);
    expect(text()).toBe('');
  });

  it('warns of late alarms after 5 s without a connection, and of lost ones after 30 s', async () => {
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

  it('says that too many tabs are open, and what that means for alarms', async () => {
    render(<ConnectionBar />);
    const tooMany = ERRORS['connection.too_many'].message;
    connection({ status: 'connecting', downSince: Date.now(), refusal: tooMany });
    await pass(5_000);
    expect(text()).toBe(`${tooMany} Ansluter igen … Larm kan dröja.`);
    await pass(25_000);
    expect(text()).toContain(`${tooMany} Ingen anslutning sedan kl.`);
    connection({ status: 'connected', downSince: undefined, refusal: undefined });
    expect(text()).toBe('Ansluten igen.');
  });

  it.each(['down', 'connected'] as const)(
    'shows at once that the browser is offline while the socket is %s',
    (status) => {
      window.dispatchEvent(new Event('offline'));
      connection({ status, downSince: NOW });
      render(<ConnectionBar />);
      expect(text()).toBe('Du är offline. Ring 112 vid fara.');
    },
  );

  it('shows nothing to a signed-out user', async () => {
    render(<ConnectionBar />);
    connection({ status: 'off', downSince: undefined });
    await pass(60_000);
    expect(text()).toBe('');
  });
});

describe('the sound bar', () => {
  it('stays for a moment after the press that unlocks the sound', async () => {
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

describe('the sound bar on load', () => {
  const reloaded = (type: string) =>
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);

  it.each([
    ['reload', true, true],
    ['reload', false, false],
    ['navigate', true, false],
  ])(
    'explains the loss after %s of a tab that was armed (%s): %s',
    async (type, wasArmed, isExplained) => {
      reloaded(type);
      // The load before this one has left it.
      if (wasArmed) sessionStorage.setItem('resq.armed', '1');
      useSound.setState({ state: 'blocked' });
      render(<SoundBar />);
      await pass(1_000);
      expect(text()).toContain('Ljudet är av i den här fliken.');
      expect(text()?.includes('Det stängdes av när sidan laddades om.')).toBe(isExplained);
      act(() => useSound.setState({ state: 'armed' }));
      act(() => useSound.setState({ state: 'blocked' }));
      expect(text()).not.toContain('Det stängdes av');
    },
  );
});

it('has no sound bar while a card of the panel makes the offer', async () => {
  useSound.setState({ state: 'blocked' });
  render(<SoundBar />);
  await pass(1_000);
  expect(text()).toContain('Ljudet är av i den här fliken.');
  act(() => useSoundCard.setState({ isShown: true }));
  expect(text()).toBe('');
  act(() => useSoundCard.setState({ isShown: false }));
  expect(text()).toContain('Ljudet är av i den här fliken.');
});

describe('the title and the icon of the tab', () => {
  const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href');
  function Face() {
    useUnprotectedMark();
    return null;
  }

  beforeEach(() => {
    document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
    setTitle('page', 'Larmpanel – ResQ');
  });

  it.each([
    ['blocked', 'connected', '◐ Ljud av – '],
    ['armed', 'down', '○ Frånkopplad – '],
  ] as const)(
    'change when the sound is %s and the socket is %s for five seconds',
    async (state, status, prefix) => {
      useSound.setState({ state });
      useConnection.setState({ status, downSince: NOW - 5_000 });
      const { unmount } = render(<Face />);
      await pass(4_900);
      expect(document.title).toBe('Larmpanel – ResQ');
      await pass(200);
      expect(document.title).toBe(`${prefix}Larmpanel – ResQ`);
      expect(icon()).toContain('4a5160');
      setTitle('page', 'Huset – ResQ');
      expect(document.title).toBe(`${prefix}Huset – ResQ`);
      setTitle('alarm', '● Brandlarm – Storgatan 12');
      act(() => {
        useSound.setState({ state: 'armed' });
        useConnection.setState({ status: 'connected', downSince: undefined });
      });
      await pass(0);
      expect(document.title).toBe('● Brandlarm – Storgatan 12');
      setTitle('alarm');
      expect(document.title).toBe('Huset – ResQ');
      expect(icon()).toBe('/favicon.svg');
      unmount();
    },
  );
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
  ] as const)('for a socket %s for %s ms and sound %s shows %s', (status, downMs, state, words) => {
    useConnection.setState({ status, downSince: downMs && NOW - downMs });
    useSound.setState({ state });
    const { container } = render(<ReadinessChip />, { wrapper: MemoryRouter });
    expect(container.textContent).toBe(words);
  });

  const DAY = 24 * 60 * 60_000;
  it.each([
    ['was never tested', '◐Ljudet inte testat', null],
    ['was tested 31 days ago', '◐Ljudet inte testat', NOW - 31 * DAY],
    ['was tested 29 days ago', '●Redo', NOW - 29 * DAY],
    ['has no saved state yet', '○Ansluter', undefined],
  ])('for a device that %s shows %s', (_, words, testedMs) => {
    const testedAt = testedMs ? new Date(testedMs).toISOString() : (testedMs as undefined);
    useDeviceAck.setState({ testedAt });
    const { container } = render(<ReadinessChip />, { wrapper: MemoryRouter });
    expect(container.textContent).toBe(words);
  });

  it.each([
    ['no building', []],
    ['a membership that is not approved', [{ status: 'pending' }]],
  ])('never shows ready to a user with %s', (_, memberships) => {
    memberOf(...memberships);
    const { container } = render(<ReadinessChip />, { wrapper: MemoryRouter });
    expect(container.textContent).toBe('○Inget hus än');
    act(() => useMe.setState({ status: 'failed', me: undefined }));
    expect(container.textContent).toBe('○Ansluter');
  });

  it('shows a phone without a proven push as ready while its page is open', () => {
    const phone = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.spyOn(window, 'matchMedia').mockReturnValue(phone as unknown as MediaQueryList);
    const { container } = render(<ReadinessChip />, { wrapper: MemoryRouter });
    expect(container.textContent).toBe('◐Redo när sidan är öppen');
  });

  it('has an accessible name with its state and its target', () => {
    render(<ReadinessChip />, { wrapper: MemoryRouter });
    screen.getByRole('link', { name: 'Redo. Testa ljud och aviseringar' });
  });

  it.each(['down', 'connected'] as const)(
    'does not show ready when the browser is offline and the socket is %s',
    (status) => {
      window.dispatchEvent(new Event('offline'));
      useConnection.setState({ status, downSince: NOW });
      const { container } = render(<ReadinessChip />, { wrapper: MemoryRouter });
      expect(container.textContent).toBe('○Frånkopplad');
    },
  );
});

it.each(['down', 'connecting'] as const)(
  'a clock that is set back while the socket is %s does not show ready again',
  (status) => {
    useConnection.setState({ status, downSince: NOW });
    vi.setSystemTime(NOW - 3_600_000);
    const { container } = render(<ReadinessChip />, { wrapper: MemoryRouter });
    expect(container.textContent).toBe('○Frånkopplad');
  },
);

describe('polling over HTTP without a socket', () => {
  it('shows that alarms may be late, and that they are lost only after the polls end', async () => {
    useConnection.setState({ status: 'down', downSince: NOW });
    const { container } = render(
      <>
        <ReadinessChip />
        <ConnectionBar />
      </>,
      { wrapper: MemoryRouter },
    );
    for (let asked = 0; asked < 20; asked += 1) {
      act(recordFetch);
      await pass(3_000);
    }
    expect(container.textContent).toBe('○AnsluterAnsluter igen … Larm kan dröja.');
    await pass(30_000);
    const lost = 'Ingen anslutning sedan kl.\u00a014.06. Larm når inte den här fliken.';
    expect(container.textContent).toContain(`○Frånkopplad${lost}`);
  });
});
