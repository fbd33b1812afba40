import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setTitle, signFavicon } from './tab-signs.js';

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

const icons = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')].map(
    (link) => link.getAttribute('href') ?? '',
  );
const PLAIN = ['/favicon.svg', '/favicon.png'];

beforeEach(() => {
  document.head.replaceChildren(
    ...PLAIN.map((href) => Object.assign(document.createElement('link'), { rel: 'icon', href })),
  );
});

it('shows one sign, an alarm before any other, and then the page’s own icons', () => {
  signFavicon('unprotected', true);
  const [unprotected, ...others] = icons();
  expect(others).toEqual([]);
  expect(unprotected).toMatch(/^data:image\/svg\+xml,/);
  signFavicon('alarm', true);
  const [alarm] = icons();
  expect(alarm).toContain(encodeURIComponent('#9b1c1c'));
  signFavicon('unprotected', false);
  signFavicon('unprotected', true);
  expect(icons()).toEqual([alarm]);
  signFavicon('alarm', false);
  expect(icons()).toEqual([unprotected]);
  signFavicon('unprotected', false);
  expect(icons()).toEqual(PLAIN);
});
