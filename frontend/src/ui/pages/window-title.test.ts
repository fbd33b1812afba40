import { afterEach, expect, it, vi } from 'vitest';
import { setTitle } from './window-title.js';

afterEach(() => (['alarm', 'state', 'errors', 'page'] as const).forEach((part) => setTitle(part)));

it('shows the alarm alone, and the rest as it is by then when the alarm ends', () => {
  setTitle('page', 'Profil – ResQ');
  setTitle('state', '◐ Ljud av – ');
  setTitle('alarm', '● Brandlarm');
  setTitle('errors', 'Fel: ');
  setTitle('page', 'Larmpanel – ResQ');
  expect(document.title).toBe('● Brandlarm');
  setTitle('alarm');
  expect(document.title).toBe('◐ Ljud av – Fel: Larmpanel – ResQ');
  setTitle('state');
  setTitle('errors');
  expect(document.title).toBe('Larmpanel – ResQ');
});

it('lets another program have the last word on a title, until the next change', async () => {
  const number = vi.fn(() => {
    if (!document.title.startsWith('1. ')) document.title = `1. ${document.title}`;
  });
  const watcher = new MutationObserver(number);
  watcher.observe(document, { childList: true, subtree: true, characterData: true });
  for (const title of ['● Brandlarm', '● Medicinsk nöd']) {
    setTitle('alarm', title);
    await vi.waitFor(() => expect(document.title).toBe(`1. ${title}`));
  }
  watcher.disconnect();
  expect(number.mock.calls.length).toBeLessThan(10);
});
