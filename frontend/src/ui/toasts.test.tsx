import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { holdToasts, toast, Toasts, useToasts } from './toasts.js';

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
  render(<Toasts />);
});

const say = (kind: 'info' | 'error' = 'info') =>
  act(() => toast({ title: 'Titel', text: 'Text', kind }));
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('stays for six seconds', async () => {
  say();
  await after(5_900);
  screen.getByText('Titel');
  await after(100);
  expect(screen.queryByText('Titel')).toBeNull();
});

it.each([
  ['pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['focus', fireEvent.focusIn, fireEvent.focusOut],
])('stays while the %s is on it', async (_, come, go) => {
  say();
  await after(4_000);
  const card = screen.getByText('Titel').closest('[data-toast]')!;
  come(card);
  await after(60_000);
  screen.getByText('Titel');
  go(card);
  await after(1_900);
  screen.getByText('Titel');
  await after(200);
  expect(screen.queryByText('Titel')).toBeNull();
});

it('can be closed', () => {
  document.body.insertAdjacentHTML('beforeend', '<main><h1></h1></main>');
  say();
  const button = screen.getByRole('button', { name: 'Stäng meddelandet' });
  button.focus();
  fireEvent.click(button);
  expect(screen.queryByText('Titel')).toBeNull();
  expect(document.activeElement?.tagName).toBe('H1');
  document.querySelector('main')?.remove();
});

it('comes into a status region that was there before, and is read without those before it', () => {
  const region = screen.getByRole('status');
  expect(region.getAttribute('aria-atomic')).toBe('false');
  say();
  expect(screen.getByRole('status')).toBe(region);
  expect(region.textContent).toBe('TitelText');
});

it('is an alert when something failed, and no alert is there without', () => {
  expect(screen.queryByRole('alert')).toBeNull();
  say('error');
  expect(screen.getByRole('alert').textContent).toBe('TitelText');
  expect(screen.getByRole('status').textContent).toBe('');
});

describe('a toast over a control', () => {
  const at = (top: number) => ({ getBoundingClientRect: () => new DOMRect(0, top, 300, 80) });
  const place = () => screen.getByText('Titel').closest('.z-20')?.className ?? '';
  const usual = /sm:bottom-full/;
  let [low, high]: HTMLButtonElement[] = [];

  beforeEach(() => {
    [low, high] = [600, 70].map((top) => {
      const made = document.body.appendChild(document.createElement('button'));
      return Object.assign(made, at(top));
    });
    const rect = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
    rect.mockImplementation(function (this: HTMLElement) {
      const isUsual = usual.test(this.closest('.z-20')?.className ?? '');
      return new DOMRect(0, isUsual ? 640 : 64, 300, 80);
    });
    return () => [low, high].forEach((one) => one?.remove());
  });

  it('stands at the other edge when that control has the focus', () => {
    low!.focus();
    say();
    expect(place()).not.toMatch(usual);
  });

  it('stands at the other edge when that control was pressed without getting the focus', () => {
    fireEvent.pointerDown(low!);
    say();
    expect(place()).not.toMatch(usual);
  });

  it('moves away from the focus, and back, and begins at its usual edge', async () => {
    say();
    expect(place()).toMatch(usual);
    act(() => low!.focus());
    expect(place()).not.toMatch(usual);
    act(() => high!.focus());
    expect(place()).toMatch(usual);
    act(() => low!.focus());
    low!.blur();
    await after(6_000);
    say();
    expect(place()).toMatch(usual);
  });

  it('stays where it is for any other control', () => {
    high!.focus();
    say();
    expect(place()).toMatch(usual);
  });
});

it('disappears while an alarm is shown, and no new one appears', async () => {
  say();
  let release = () => undefined as void;
  act(() => void (release = holdToasts()));
  expect(screen.queryByText('Titel')).toBeNull();
  say('error');
  expect(screen.queryByText('Titel')).toBeNull();
  release();
  await after(0);
  expect(screen.queryByText('Titel')).toBeNull();
  say();
  screen.getByText('Titel');
});
