import { percentile } from '../../../infra/local/percentile.mjs';

const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);

it.each([
  [0.5, 50],
  [0.95, 95],
  [0.99, 99],
  [1, 100],
])('the percentile %d of the numbers 1 to 100 is %d', (share, value) => {
  expect(percentile(hundred, share)).toBe(value);
});

it('a percentile is one of the values, never a mean of two', () => {
  expect(percentile([10, 20], 0.5)).toBe(10);
  expect(percentile([10, 20], 0.51)).toBe(20);
});

it('a percentile leaves the values in their order', () => {
  const values = [3, 1, 2];
  percentile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});

it('a percentile of no values is NaN', () => {
  expect(percentile([], 0.5)).toBeNaN();
});
