import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
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
  const card = screen.getByRole('status').parentElement!;
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
  say();
  fireEvent.click(screen.getByRole('button', { name: 'Stäng meddelandet' }));
  expect(screen.queryByText('Titel')).toBeNull();
});

it('is an alert when something failed', () => {
  say('error');
  screen.getByRole('alert');
  expect(screen.queryByRole('status')).toBeNull();
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
