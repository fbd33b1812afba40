import { receiptSpread } from './receipt-spread.js';

it.each([0, 250])('%i tabs send their receipts at once', (tabs) => {
  expect(receiptSpread(tabs)).toEqual({});
});

it.each([
  [251, 100],
  [1_000, 400],
  [5_000, 2_000],
  [50_000, 2_000],
])('%i tabs spread their receipts over %i ms', (tabs, receiptsWithinMs) => {
  expect(receiptSpread(tabs)).toEqual({ receiptsWithinMs });
});
