import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useBack } from './use-back.js';

function Overlay({ onBack }: { onBack: () => void }) {
  useBack(onBack);
  return null;
}

it('gives Back to the overlay in front, and holds the page each time', () => {
  history.replaceState({ idx: 3 }, '');
  const pushed = vi
    .spyOn(history, 'pushState')
    .mockImplementation((state) => history.replaceState(state, ''));
  /** The browser returns to the entry below. */
  const goBack = () => {
    history.replaceState({ idx: 3 }, '');
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  const [sheet, alarm] = [vi.fn(), vi.fn()];
  const under = render(<Overlay onBack={sheet} />);
  const over = render(<Overlay onBack={alarm} />);
  // One entry is enough for both. The router finds its own state in it.
  expect(pushed.mock.calls).toEqual([[{ idx: 3, isHeld: true }, '']]);
  goBack();
  goBack();
  expect([sheet, alarm].map((one) => one.mock.calls.length)).toEqual([0, 2]);
  over.unmount();
  goBack();
  expect(sheet).toHaveBeenCalledOnce();
  under.unmount();
  goBack();
  expect([sheet, alarm].map((one) => one.mock.calls.length)).toEqual([1, 2]);
  expect(pushed).toHaveBeenCalledTimes(4);
});
