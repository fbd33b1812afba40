import { outcomeOf } from './push-outcome.js';

const now = new Date('2026-11-22T12:00:00Z');
const delayOf = (attempt: number, status?: number, retryAfter?: string) => {
  const { result, retryAt } = outcomeOf({ status, retryAfter }, attempt, now);
  expect(result).toBe('failed');
  return retryAt && retryAt.getTime() - now.getTime();
};

describe('the answer of a push service', () => {
  it.each([200, 201, 202, 204])('%i means that it took the push', (status) => {
    expect(outcomeOf({ status }, 1, now)).toEqual({ result: 'sent', retryAt: null });
  });

  it.each([404, 410])('%i means that the subscription has ended', (status) => {
    expect(outcomeOf({ status }, 1, now)).toEqual({ result: 'dead', retryAt: null });
  });

  it.each([301, 302, 307, 308, 400, 401, 403, 413])('%i is not tried again', (status) => {
    expect(delayOf(1, status)).toBeNull();
  });

  it.each([408, 429, 500, 503, undefined])('%s is tried again, later each time', (status) => {
    const delays = [1, 2, 3, 6, 50].map((attempt) => delayOf(attempt, status));
    expect(delays).toEqual([2_000, 4_000, 8_000, 60_000, 60_000]);
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['Sun, 22 Nov 2026 12:05:00 GMT', 300_000],
    ['1', 2_000],
    ['Sun, 22 Nov 2026 11:00:00 GMT', 2_000],
    ['soon', 2_000],
    ['99999999999999', 24 * 60 * 60_000],
  ])('of %s is obeyed', (retryAfter, delayMs) => {
    expect(delayOf(1, 429, retryAfter)).toBe(delayMs);
  });
});
