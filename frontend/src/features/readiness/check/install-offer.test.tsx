import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { holdInstallPrompt, useInstallPrompt } from '../../../lib/browser/install-prompt.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { InstallOffer } from './install-offer.js';

const LEAD = 'Lägg ResQ på hemskärmen. Då behåller webbläsaren aviseringarna.';
let outcome: 'accepted' | 'dismissed';
const prompt = vi.fn(() => Promise.resolve());

holdInstallPrompt();

/** The browser says that the page may be installed. */
function mayBeInstalled(): Event {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  const userChoice = Promise.resolve({ outcome });
  act(() => void window.dispatchEvent(Object.assign(event, { prompt, userChoice })));
  return event;
}

beforeEach(() => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16)');
  outcome = 'accepted';
  useInstallPrompt.setState({ prompt: undefined });
  useDeviceAck.setState({ testedAt: null }, true);
});

it('is offered after a passed test, and never before', () => {
  render(<InstallOffer />);
  expect(mayBeInstalled().defaultPrevented, 'the browser asks nothing by itself').toBe(true);
  expect(screen.queryByText(LEAD)).toBeNull();
  act(() => useDeviceAck.setState({ testedAt: '2026-11-22T13:05:00.000Z' }));
  screen.getByText(LEAD);
});

it('is not offered where the browser cannot install it, or has done so', () => {
  useDeviceAck.setState({ testedAt: '2026-11-22T13:05:00.000Z' });
  render(<InstallOffer />);
  expect(screen.queryByText(LEAD)).toBeNull();
  mayBeInstalled();
  screen.getByText(LEAD);
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  expect(screen.queryByText(LEAD)).toBeNull();
});

it.each([
  ['the offer', 'Inte nu'],
  ['the prompt of the browser', 'Lägg till'],
])('is not offered again after the user declined %s', async (_, button) => {
  outcome = 'dismissed';
  useDeviceAck.setState({ testedAt: '2026-11-22T13:05:00.000Z' });
  const { unmount } = render(<InstallOffer />);
  mayBeInstalled();
  fireEvent.click(screen.getByRole('button', { name: button }));
  await expect.poll(() => screen.queryByText(LEAD)).toBeNull();
  unmount();
  render(<InstallOffer />);
  mayBeInstalled();
  expect(screen.queryByText(LEAD)).toBeNull();
});

it('says on a computer, which has no home screen, that it installs', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Windows NT 10.0)');
  useDeviceAck.setState({ testedAt: '2026-11-22T13:05:00.000Z' });
  render(<InstallOffer />);
  mayBeInstalled();
  screen.getByText('Installera ResQ på datorn. Då behåller webbläsaren aviseringarna.');
  screen.getByRole('button', { name: 'Installera' });
});

it('opens the prompt of the browser at a press', async () => {
  useDeviceAck.setState({ testedAt: '2026-11-22T13:05:00.000Z' });
  render(<InstallOffer />);
  mayBeInstalled();
  prompt.mockClear();
  fireEvent.click(screen.getByRole('button', { name: 'Lägg till' }));
  await expect.poll(() => screen.queryByText(LEAD)).toBeNull();
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem('resq.install')).toBeNull();
});
