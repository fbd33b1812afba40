import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSound } from '../../../lib/audio/sound-state.js';
import { useHoldReload } from '../../../lib/browser/reload.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { LinkPanel } from '../../../ui/copyable.js';
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
  it('is offered, and is loaded at a press', () => {
    open();
    screen.getByText('Ny version finns.');
    fireEvent.click(screen.getByRole('button', { name: 'Uppdatera' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the same', 'old', 'old'],
    ['unknown', 'old', undefined],
    ['unnamed', 'old', 'dev'],
    ['not comparable', 'dev', 'new'],
  ])('is not offered when the served one is %s', async (_what, own, served) => {
    servedAs(own);
    useDeviceAck.setState({ build: served });
    open();
    await pass(10 * MINUTE);
    visible(false);
    expect(screen.getByRole('status').textContent).toBe('');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is neither offered nor loaded during an alarm', async () => {
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

describe('the automatic update', () => {
  it('happens when the tab is hidden', () => {
    open();
    expect(reload).not.toHaveBeenCalled();
    visible(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('happens after five minutes without input', async () => {
    open();
    await pass(4 * MINUTE);
    fireEvent.keyDown(window, { key: 'Tab' });
    await pass(4.5 * MINUTE);
    expect(reload).not.toHaveBeenCalled();
    await pass(MINUTE);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('happens once per build, while two builds are served', () => {
    open().unmount();
    visible(false);
    open().unmount();
    open();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a form is open', <form key="1" />],
    [
      'a dialog is open',
      <ConfirmDialog key="2" title="Pausa?" confirm="Ja" onConfirm={vi.fn()} onClose={vi.fn()} />,
    ],
    [
      'a link is shown that appears once',
      <LinkPanel key="3" label="Länk" hint="" url="https://resq.example/x" />,
    ],
  ])('does not happen while %s', (_what, part) => {
    open().rerender(
      <>
        <VersionBar />
        {part}
      </>,
    );
    visible(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not happen again where it locked the sound of an armed tab', async () => {
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
