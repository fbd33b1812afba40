import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serverNow } from '../../../lib/time/clock.js';
import { forgetFeed, recordEvent, recordSync } from './feed-store.js';
import { makeEvent, makeSync, NOW } from '../testing/fixtures.js';

const DAY_MS = 86_400_000;

beforeEach(() => {
  forgetFeed();
});

it('the server’s clock is not set back by an event that was delayed on its way', () => {
  vi.useFakeTimers({ now: NOW });
  recordSync(makeSync({ reset: true }));
  vi.advanceTimersByTime(60_000);
  recordEvent(makeEvent(1));
  expect(serverNow()).toBe(NOW + 60_000);
});

describe.each([
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
])('a device whose clock is %s', (_, wrongByMs) => {
  it('uses the server’s clock', () => {
    vi.useFakeTimers({ now: NOW + wrongByMs });
    expect(serverNow()).toBe(NOW + wrongByMs);
    recordSync(makeSync({ reset: true }));
    expect(serverNow()).toBe(NOW);
    recordEvent({ ...makeEvent(1), serverNow: new Date(NOW + 400).toISOString() });
    expect(serverNow()).toBe(NOW + 400);
  });

  it('uses the server’s clock also after its own clock is corrected', () => {
    vi.useFakeTimers({ now: NOW + wrongByMs });
    recordSync(makeSync({ reset: true }));
    vi.setSystemTime(NOW);
    vi.advanceTimersByTime(2_000);
    expect(serverNow()).toBe(NOW + 2_000);
  });
});
