import type { StreamSlice } from '../stream/stream-reader.repository.js';
import { isFirst, isOther, isRolledBack, NEW_FLOW, receiptSpread } from './flow.js';

const at = new Date('2026-11-21T12:00:00.000Z');
const later = new Date(at.getTime() + 1);
const emitted = { ...NEW_FLOW, emitted: 7, epoch: 'e', at: at.getTime() };
const slice = (change: Partial<StreamSlice>) =>
  ({ head: 7, afterAt: at, ...change }) as StreamSlice;

it('is the first stream of a building that had none when this node began to follow it', () => {
  expect(isFirst({ ...NEW_FLOW, emitted: 0 })).toBe(true);
  expect(isFirst(NEW_FLOW)).toBe(false);
  expect(isFirst({ ...NEW_FLOW, emitted: 1 })).toBe(false);
  expect(isFirst({ ...NEW_FLOW, emitted: 0, epoch: 'e' })).toBe(false);
});

it.each<[string, Partial<StreamSlice>, boolean]>([
  ['goes on', {}, false],
  ['has more', { head: 8 }, false],
  ['has less', { head: 6 }, true],
  ['has another event at this place', { afterAt: later }, true],
  ['has no event at this place any more', { afterAt: null }, false],
])('a stream that %s: rolled back is %j', (_, change, is) => {
  expect(isRolledBack(emitted, slice(change))).toBe(is);
});

it('is not rolled back before anything was emitted', () => {
  expect(isRolledBack(NEW_FLOW, slice({ head: 0 }))).toBe(false);
});

it('is another event only when both times are known', () => {
  expect(isOther(undefined, at)).toBe(false);
  expect(isOther(at.getTime(), undefined)).toBe(false);
  expect(isOther(at.getTime(), later)).toBe(true);
});

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
