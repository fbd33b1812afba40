import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

const shown = () => document.documentElement.dataset.theme;

beforeEach(() => {
  delete document.documentElement.dataset.theme;
});

/** Runs `theme.js` before the toggle loads, as a newly opened page does. */
async function openPage() {
  vi.resetModules();
  await import('../../public/theme.js?' + String(Math.random()));
  const { ThemeToggle } = await import('./public-shell.js');
  return render(<ThemeToggle />);
}

it('is light for a user who has not chosen, even if the system prefers dark', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  await openPage();
  expect(shown()).toBeUndefined();
  screen.getByRole('button', { name: 'Byt till mörkt tema' });
});

it('stays dark on the next visit, from the first paint on', async () => {
  const { unmount } = await openPage();
  fireEvent.click(screen.getByRole('button', { name: 'Byt till mörkt tema' }));
  expect(shown()).toBe('dark');
  unmount();
  delete document.documentElement.dataset.theme;
  await openPage();
  expect(shown()).toBe('dark');
  fireEvent.click(screen.getByRole('button', { name: 'Byt till ljust tema' }));
  expect(shown()).toBe('light');
});
