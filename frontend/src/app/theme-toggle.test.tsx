import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

const shown = () => document.documentElement.dataset.theme;

beforeEach(() => {
  delete document.documentElement.dataset.theme;
});

/** `theme.js` runs before the page; a page that was just opened reads what it set. */
async function openPage() {
  vi.resetModules();
  await import('../../public/theme.js?' + String(Math.random()));
  const { ThemeToggle } = await import('./theme-toggle.js');
  return render(<ThemeToggle />);
}

it('is light for everybody who has not chosen, whatever the system says', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  await openPage();
  expect(shown()).toBeUndefined();
  screen.getByRole('button', { name: 'Byt till mörkt tema' });
});

it('stays dark for the next visit, from the first paint on', async () => {
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
