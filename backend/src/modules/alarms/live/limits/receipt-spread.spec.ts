import { receiptSpreadMs } from './receipt-spread.js';

it.each([
  [0, 0],
  [250, 0],
  [251, 100],
  [1_000, 400],
  [5_000, 2_000],
  [50_000, 2_000],
])('%i tabs spread their receipts over %i ms', (tabs, spreadMs) => {
  expect(receiptSpreadMs(tabs)).toBe(spreadMs);
});
