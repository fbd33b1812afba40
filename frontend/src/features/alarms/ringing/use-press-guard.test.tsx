import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSend } from '../send/send-store.js';
import { answer } from '../testing/sending.js';
import { usePressGuard } from './use-press-guard.js';

const pressed = vi.fn();
const IN = { detail: 1, clientX: 10, clientY: 10 };
const OUT = { detail: 1, clientX: 500, clientY: 500 };

function Page({ isChanged = false, dialog = false }) {
  usePressGuard();
  return (
    <main>
      {!isChanged && <button onClick={() => pressed('safe')}>Jag är i säkerhet</button>}
      <a href="tel:112" onClick={() => pressed('112')}>
        Ring 112
      </a>
      {dialog && <dialog open>Brandlarm</dialog>}
      <p>Text</p>
    </main>
  );
}

const safe = () => screen.getByRole('button', { name: 'Jag är i säkerhet' });
const call = () => screen.getByRole('link');

beforeEach(() => {
  cleanup();
  pressed.mockClear();
  useSend.setState({}, true);
  const box = { x: 0, y: 0, width: 100, height: 50 } as DOMRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
});

describe('a press', () => {
  it.each([
    ['a control that moved there', call],
    ['the page, because the control moved away', () => screen.getByText('Text')],
  ])('reaches the control of its beginning when it ends on %s', (_, end) => {
    render(<Page />);
    fireEvent.pointerDown(safe(), { isPrimary: true });
    fireEvent.click(end(), IN);
    expect(pressed.mock.calls).toEqual([['safe']]);
  });

  it('reaches its control once when nothing moves', () => {
    render(<Page />);
    fireEvent.pointerDown(safe(), { isPrimary: true });
    fireEvent.click(safe(), IN);
    expect(pressed.mock.calls).toEqual([['safe']]);
  });

  it('does nothing when the pointer has left the control', () => {
    render(<Page />);
    fireEvent.pointerDown(safe(), { isPrimary: true });
    fireEvent.click(call(), OUT);
    expect(pressed).not.toHaveBeenCalled();
  });

  it('does nothing when it began on no control', () => {
    render(<Page />);
    fireEvent.pointerDown(screen.getByText('Text'), { isPrimary: true });
    fireEvent.click(call(), IN);
    expect(pressed).not.toHaveBeenCalled();
  });

  it.each([
    [499, IN, []],
    [499, OUT, [['112']]],
    [500, IN, [['112']]],
  ])('%i ms after it sent an alarm, a second one at %j reaches %j', (ms, at, all) => {
    const { rerender } = render(<Page />);
    fireEvent.pointerDown(safe(), { isPrimary: true, ...IN });
    fireEvent.click(safe(), IN);
    const sinceMs = performance.now();
    useSend.setState({ sent: { answer, atMs: 0, sinceMs } });
    rerender(<Page isChanged />);
    pressed.mockClear();
    vi.spyOn(performance, 'now').mockReturnValue(sinceMs + ms);
    fireEvent.pointerDown(call(), { isPrimary: true, ...at });
    fireEvent.click(call(), at);
    expect(pressed.mock.calls).toEqual(all);
  });

  it.each([
    ['is gone', { isChanged: true }],
    ['is covered by a dialog', { dialog: true }],
  ])('does nothing when its control %s', (_, change) => {
    const { rerender } = render(<Page />);
    fireEvent.pointerDown(safe(), { isPrimary: true });
    rerender(<Page {...change} />);
    fireEvent.click(call(), IN);
    expect(pressed).not.toHaveBeenCalled();
  });

  it.each([
    ['of a key', () => fireEvent.pointerDown(safe(), { isPrimary: true }), { detail: 0 }],
    ['of assistive technology without a pointer', () => undefined, IN],
    [
      'after a swipe',
      () => {
        fireEvent.pointerDown(safe(), { isPrimary: true });
        fireEvent.pointerCancel(safe());
      },
      IN,
    ],
  ])('%s is left alone', (_, before, click) => {
    render(<Page />);
    before();
    fireEvent.click(call(), click);
    expect(pressed.mock.calls).toEqual([['112']]);
  });
});
