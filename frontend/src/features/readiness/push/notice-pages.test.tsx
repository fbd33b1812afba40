import { act, render, screen } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useHoldReload } from '../../../lib/browser/reload.js';
import { useNoticePages } from './notice-pages.js';

/** The browser's container of workers, of which the test environment has none. */
const container = Object.assign(new EventTarget(), { startMessages: () => undefined });
Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });

function Tab({ isHeld }: { isHeld: boolean }) {
  useHoldReload(isHeld);
  useNoticePages();
  return <p>{useLocation().pathname}</p>;
}

function press(address: string, isHeld = false): void {
  render(
    <BrowserRouter>
      <Tab isHeld={isHeld} />
    </BrowserRouter>,
  );
  const data = { type: 'push:show', address };
  act(() => void container.dispatchEvent(Object.assign(new Event('message'), { data, ports: [] })));
}

const ORIGIN = 'http://localhost:3000';

// Tests of other files in this process may have left the page at another address.
beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `${ORIGIN}/app`,
  );
});

it('the page of a pressed notice opens in the tab without a reload', () => {
  const entries = window.history.length;
  press(`${ORIGIN}/building`);
  screen.getByText('/building');
  expect(window.history.length).toBe(entries + 1);
});

it('a page that is open stays as it is', () => {
  const entries = window.history.length;
  press(`${ORIGIN}/app`);
  expect(window.history.length).toBe(entries);
});

it('an alarm or a press is not left', () => {
  press(`${ORIGIN}/building`, true);
  screen.getByText('/app');
});

it.each(['https://other.example/building', '//other.example/building', `${ORIGIN}//building`])(
  'the address %s of another server is not opened',
  (address) => {
    press(address);
    screen.getByText('/app');
  },
);
