import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Names } from './names.js';

it.each([
  ['1203', true],
  ['K7QM-2XPA', true],
  ['Storgatan 12', false],
  ['Berg-Ek', false],
])('keeps %j on one line: %s', (part, isOneLine) => {
  render(<Names in={`Skriv \u2068${part}\u2069.`} />);
  expect(screen.getByText(part).matches('.whitespace-nowrap')).toBe(isOneLine);
});
