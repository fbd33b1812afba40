import { beforeEach, expect, it } from 'vitest';
import { signFavicon } from './favicon.js';

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
