import { percentile } from '../../../infra/local/percentile.mjs';

const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);

it.each([
  [0.5, 50],
  [0.95, 95],
  [0.99, 99],
  [1, 100],
])('of the numbers 1 to 100, the percentile of %d is %d', (share, value) => {
  expect(percentile(hundred, share)).toBe(value);
});

it('is one of the values, never a mean of two', () => {
  expect(percentile([10, 20], 0.5)).toBe(10);
  expect(percentile([10, 20], 0.51)).toBe(20);
});

it('leaves its values in their order', () => {
  const values = [3, 1, 2];
  percentile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});

it('is NaN without values', () => {
  expect(percentile([], 0.5)).toBeNaN();
});
