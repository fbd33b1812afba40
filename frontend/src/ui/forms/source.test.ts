import { expect, it } from 'vitest';

/** A form says what is wrong with a text. A browser would cut it in silence, or show messages of its own. */

const SOURCES = Object.entries(
  import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const pathsWith = (pattern: RegExp) =>
  SOURCES.filter(([, code]) => pattern.test(code)).map(([path]) => path);

it('only the code field of the gate cuts a text', () => {
  expect(pathsWith(/\bmaxLength\b/)).toEqual(['../../features/gate/gate.tsx']);
});

it('no form leaves its messages to the browser', () => {
  expect(pathsWith(/<form\b(?![^>]*\bnoValidate\b)/)).toEqual([]);
});
