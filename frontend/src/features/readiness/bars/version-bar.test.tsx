import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSound } from '../../../lib/audio/sound-state.js';
import { useHoldReload } from '../../../lib/browser/reload.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { servedAs, visible } from '../testing/devices.js';
import { VersionBar } from './version-bar.js';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const MINUTE = 60_000;
let reload: ReturnType<typeof vi.fn>;

function AlarmGoesOn() {
  useHoldReload(true);
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  reload = vi.fn();
  vi.spyOn(window.location, 'reload').mockImplementation(reload as () => void);
  servedAs('old');
  visible(true);
  useSound.setState({ state: 'blocked', playing: null });
  useDeviceAck.setState({ build: 'new' });
});

const open = (alarm = false) =>
  render(
    <>
      <VersionBar />
      {alarm && <AlarmGoesOn />}
    </>,
  );

describe('a newer build', () => {
  it('is offered, and taken at a press', () => {
    open();
    screen.getByText('Ny version finns.');
    fireEvent.click(screen.getByRole('button', { name: 'Uppdatera' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the same', 'old', 'old'],
    ['not known', 'old', undefined],
    ['none', 'old', 'dev'],
    ['not comparable', 'dev', 'new'],
  ])('is not spoken of when the served one is %s', async (_what, own, served) => {
    servedAs(own);
    useDeviceAck.setState({ build: served });
    open();
    await pass(10 * MINUTE);
    visible(false);
    expect(screen.getByRole('status').textContent).toBe('');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is neither offered nor taken while an alarm goes on', async () => {
    const { rerender } = open(true);
    expect(screen.getByRole('status').textContent).toBe('');
    visible(false);
    await pass(10 * MINUTE);
    expect(reload).not.toHaveBeenCalled();
    rerender(<VersionBar />);
    await pass(MINUTE);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('a tab updates itself', () => {
  it('when it is hidden', () => {
    open();
    expect(reload).not.toHaveBeenCalled();
    visible(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('when nobody touched it for five minutes', async () => {
    open();
    await pass(4 * MINUTE);
    fireEvent.keyDown(window, { key: 'Tab' });
    await pass(4.5 * MINUTE);
    expect(reload).not.toHaveBeenCalled();
    await pass(MINUTE);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('once to the same build, while two are served', () => {
    open().unmount();
    visible(false);
    open().unmount();
    open();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('not while somebody has a form before them', () => {
    document.body.append(document.createElement('form'));
    open();
    visible(false);
    expect(reload).not.toHaveBeenCalled();
    document.querySelector('form')?.remove();
  });

  it('not again, where that took the sound of an armed tab', async () => {
    useSound.setState({ state: 'armed' });
    open().unmount();
    visible(false);
    const first = open();
    expect(reload).toHaveBeenCalledTimes(1);
    first.unmount();
    useSound.setState({ state: 'blocked' });
    useDeviceAck.setState({ build: 'newer' });
    visible(true);
    const after = open();
    await pass(10_000);
    after.unmount();
    useSound.setState({ state: 'armed' });
    visible(false);
    open();
    expect(reload).toHaveBeenCalledTimes(1);
    screen.getByText('Ny version finns.');
  });
});
