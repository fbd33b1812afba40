import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { receive, pass, press, showHost } from '../testing/host.js';

/** Signals beside the sound: favicon, badge, vibration, and a screen that stays on. */

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

let wakeLocks: { released: boolean; release: () => Promise<void> }[] = [];
const device = {
  setAppBadge: vi.fn(() => Promise.resolve()),
  clearAppBadge: vi.fn(() => Promise.resolve()),
  vibrate: vi.fn(),
  userActivation: { hasBeenActive: true },
  wakeLock: {
    request: () => {
      const lock = { released: false, release: () => Promise.resolve(void (lock.released = true)) };
      wakeLocks.push(lock);
      return Promise.resolve(lock);
    },
  },
};
const awake = () => wakeLocks.filter(({ released }) => !released).length;
const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? '';

beforeEach(() => {
  vi.clearAllMocks();
  wakeLocks = [];
  device.userActivation.hasBeenActive = true;
  for (const [name, value] of Object.entries(device)) {
    Object.defineProperty(navigator, name, { value, configurable: true, writable: true });
  }
  showHost();
});

it('the signals start with an alarm and stop with its end', async () => {
  receive();
  await pass(0);
  expect(icon()).toMatch(/^data:image/);
  expect(device.setAppBadge).toHaveBeenLastCalledWith(1);
  expect(device.vibrate.mock.lastCall?.[0]).toContain(1_000);
  expect(awake()).toBe(1);
  receive({ status: 'resolved' });
  await pass(0);
  expect(icon()).toBe('');
  expect(device.clearAppBadge).toHaveBeenCalled();
  expect(device.vibrate).toHaveBeenLastCalledWith(0);
  expect(awake()).toBe(0);
});

it('the vibration repeats less and less often, and stops with the siren', async () => {
  receive();
  await pass(5 * 60_000);
  expect(device.vibrate.mock.calls.length).toBe(14);
  await pass(5 * 60_000);
  expect(device.vibrate.mock.calls.length).toBe(14 + 5);
  press('Tysta ljudet');
  expect(device.vibrate).toHaveBeenLastCalledWith(0);
  const count = device.vibrate.mock.calls.length;
  await pass(60_000);
  expect(device.vibrate).toHaveBeenCalledTimes(count);
});

it('the device does not vibrate before the person has touched the page', async () => {
  device.userActivation.hasBeenActive = false;
  receive();
  await pass(1_000);
  expect(device.vibrate).not.toHaveBeenCalled();
});

it('the screen is kept on again in a visible page, but not for a minimised alarm', async () => {
  receive();
  await pass(0);
  wakeLocks[0]!.released = true;
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
  });
  expect(awake()).toBe(1);
  press('Minimera');
  await pass(0);
  expect(awake()).toBe(0);
  expect(icon()).toMatch(/^data:image/);
});
