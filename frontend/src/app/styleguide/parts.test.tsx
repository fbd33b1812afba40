import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { PARTS } from './parts.js';

const FILES = Object.entries(
  import.meta.glob<Record<string, unknown>>(['../../ui/**/*.tsx', '!**/*.test.tsx'], {
    eager: true,
  }),
);
const isComponent = ([name, one]: [string, unknown]) =>
  /^[A-Z][a-z]|^Ring112$/.test(name) && (typeof one === 'function' || typeof one === 'object');

it('shows every component of ui', () => {
  const exported = FILES.flatMap(([, module]) => Object.entries(module).filter(isComponent));
  const shown = PARTS.flatMap(({ shows }) => Object.values(shows));
  expect(exported.length).toBeGreaterThan(30);
  expect(exported.filter(([, one]) => !shown.includes(one)).map(([name]) => name)).toEqual([]);
});

it.each(PARTS.map(({ title, Sample }) => [title, Sample] as const))('renders %s', (_, Sample) => {
  const { container } = render(<Sample />, { wrapper: MemoryRouter });
  expect(container.textContent).not.toBe('');
});
