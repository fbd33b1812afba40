import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OFFLINE_STYLE, offlinePage, offlineResponse } from './offline-page.js';

const HOME = {
  building: 'BRF Storgatan 12',
  address: 'Storgatan 12, Umeå',
  entrance: 'B',
  apartment: '1102',
};
const read = (html: string) => new DOMParser().parseFromString(html, 'text/html');
const addresses = (html: string) =>
  [...read(html).querySelectorAll('address')].map(({ innerHTML }) =>
    innerHTML.split('<br>').map((line) => line.replace(/^<bdi>(.*)<\/bdi>$/, '$1')),
  );

it('leads to 112 and names every home of the user', () => {
  const cabin = { building: 'Strandvägen 3', address: 'Strandvägen 3, Luleå', apartment: '1001' };
  const html = offlinePage([HOME, cabin], 'n');
  expect(read(html).querySelector('a')?.getAttribute('href')).toBe('tel:112');
  expect(addresses(html)).toEqual([
    [
      'BRF Storgatan 12',
      'Storgatan 12, Umeå',
      'Uppgång&nbsp;B',
      'Lägenhet 1102',
      'Plan&nbsp;1, 1&nbsp;trappa upp',
    ],
    ['Strandvägen 3, Luleå', 'Lägenhet 1001', 'Entréplan'],
  ]);
});

it('keeps the homes from a translation of the page', () => {
  const page = read(offlinePage([HOME], 'n'));
  expect(page.querySelector('address')?.getAttribute('translate')).toBe('no');
});

it('names no home for a visitor', () => {
  const page = read(offlinePage([], 'n'));
  expect(page.body.textContent).not.toContain('Säg var du är');
  expect(page.body.textContent).toContain('Ring 112');
});

it('shows a name as text, whatever it contains', () => {
  const html = offlinePage([{ ...HOME, building: '<img src=x onerror="alert(1)">&' }], 'n');
  expect(read(html).querySelector('img')).toBeNull();
  expect(addresses(html)[0]?.[0]).toBe('&lt;img src=x onerror="alert(1)"&gt;&amp;');
});

it('runs only its own script, and tells caches not to store it', () => {
  const { status, headers } = offlineResponse([], 'random');
  expect(status).toBe(503);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Content-Security-Policy')).toContain("script-src 'nonce-random'");
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
});

it('has the colours of the other pages', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../ui/tokens.css'), 'utf8');
  const own = [...OFFLINE_STYLE.matchAll(/--([a-z]+):(#[0-9a-f]{6})/g)];
  expect(own).toHaveLength(12);
  for (const [, name = '', hex = ''] of own) expect(tokens).toContain(`--color-${name}: ${hex};`);
});
