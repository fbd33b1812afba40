import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');

function colours(block: string): Record<string, string> {
  const found = block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6})/g);
  return Object.fromEntries([...found].map(([, name = '', hex = '']) => [name, hex]));
}

const light = colours(/@theme \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? '');
const dark = {
  ...light,
  ...colours(/\[data-theme='dark'\] \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? ''),
};

/** Returns the relative luminance, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const PAIRS: [string, string, number][] = [
  ['ink', 'page', 7],
  ['ink', 'surface', 7],
  ['muted', 'page', 7],
  ['muted', 'surface', 4.5],
  ['primary', 'page', 4.5],
  ['primary', 'surface', 4.5],
  ['primary-ink', 'primary', 4.5],
  ['primary-ink', 'primary-press', 4.5],
  ['danger-ink', 'danger', 4.5],
  ['danger-ink', 'danger-press', 4.5],
  ['error', 'page', 4.5],
  ['error', 'surface', 4.5],
  ['ok-text', 'page', 4.5],
  ['ok-ink', 'ok', 4.5],
  ['warn-ink', 'warn', 7],
  ['line', 'page', 3],
  ['line', 'surface', 3],
  ['focus', 'page', 3],
  ['focus', 'surface', 3],
  ['brand-ink', 'brand', 7],
  ['fire-ink', 'fire', 7],
  ['medical-ink', 'medical', 7],
  ['other-ink', 'other', 7],
  ['exercise-ink', 'exercise', 7],
  ['fire-text', 'page', 7],
  ['medical-text', 'page', 7],
  ['alarm-focus', 'fire', 3],
  ['alarm-focus', 'medical', 3],
  ['alarm-focus', 'exercise', 3],
];

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_, theme) => {
  it.each(PAIRS)('%s on %s has a contrast of at least %d', (ink, ground, least) => {
    expect(contrast(theme[ink] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(least);
  });
});

it('leaves no select to the browser, which may draw it grey in both themes', () => {
  expect(/\nselect \{([\s\S]*?)\n\}/.exec(css)?.[1]).toContain('appearance: none;');
  const sources = import.meta.glob<string>('../**/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const selects = Object.values(sources).flatMap(
    (text) => text.match(/<select\b[\s\S]*?[^=]>/g) ?? [],
  );
  expect(selects.length).toBeGreaterThan(2);
  for (const one of selects) expect(one).toMatch(/className=(\{CONTROL\}|".*\bbg-page\b)/);
});
