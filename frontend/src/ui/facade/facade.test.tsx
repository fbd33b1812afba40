import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type DrawnHome, Facade, type WindowPattern } from './facade.js';

const WORDS = { help: 'behöver hjälp', lit: 'redo', hatched: 'inte testad', dark: 'frånkopplad' };
const homes = (count: number, pattern: WindowPattern): DrawnHome[] =>
  Array.from({ length: count }, (_, index) => ({
    apartment: `1${Math.floor(index / 30)}0${index % 5}`,
    entrance: 'ABCDEF'.charAt((index % 30) / 5),
    pattern,
  }));
const patterns = (container: HTMLElement) =>
  [...container.querySelectorAll('svg')][0]!.querySelectorAll('[data-pattern]');

it('draws a window for each home, and says in words how many have which pattern', () => {
  const mixed = [...homes(2, 'lit'), ...homes(5, 'hatched').slice(2), ...homes(6, 'help').slice(5)];
  const { container } = render(<Facade homes={mixed} words={WORDS} />);
  expect(patterns(container)).toHaveLength(6);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 behöver hjälp',
    '2 redo',
    '3 inte testad',
  ]);
});

it('changes one node when one of 300 windows changes', () => {
  const before = homes(300, 'dark');
  const { container, rerender } = render(<Facade homes={before} words={WORDS} />);
  expect(patterns(container)).toHaveLength(300);
  const observer = new MutationObserver(() => undefined);
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(container.querySelector('svg')!, options);
  rerender(<Facade homes={before.with(7, { ...before[7]!, pattern: 'lit' })} words={WORDS} />);
  const touched = new Set(observer.takeRecords().map(({ target }) => target));
  expect(touched.size).toBe(1);
  expect([...patterns(container)].filter((one) => touched.has(one))).toHaveLength(1);
});

it('draws a dark building without homes, with a text and no count', () => {
  const { container } = render(<Facade homes={[]} words={WORDS} empty="Inga lägenheter än." />);
  expect([...patterns(container)].map((one) => one.getAttribute('data-pattern'))).toEqual(
    Array<string>(6).fill('dark'),
  );
  screen.getByText('Inga lägenheter än.');
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

it('draws nothing without homes where nothing is said of it', () => {
  const { container } = render(<Facade homes={[]} words={WORDS} />);
  expect(container.innerHTML).toBe('');
});

it.each([
  [false, 1],
  [true, 0],
])('fades in the window that has changed; with reduced motion %s: %i', (isReduced, count) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isReduced } as MediaQueryList);
  const before = homes(20, 'dark');
  const { container, rerender } = render(<Facade homes={before} words={WORDS} />);
  const faded: Element[] = [];
  for (const one of patterns(container)) {
    one.animate = () => faded.push(one) as never;
  }
  rerender(<Facade homes={before.with(7, { ...before[7]!, pattern: 'lit' })} words={WORDS} />);
  expect(faded).toHaveLength(count);
  expect(faded.every((one) => one.getAttribute('data-pattern') === 'lit')).toBe(true);
});
