import { isPushService, outcomeOf, serviceOf } from './push-service.js';

const TEST_HOST = 'localhost:8443';
const isAllowed = (endpoint: string, testHost?: string) => isPushService(endpoint, testHost);

describe('the address of a subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def-_',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://eu.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QABC',
    'https://wns2-am3p.notify.windows.com/w/?token=a%2bb',
  ])('is accepted: %s', (endpoint) => expect(isAllowed(endpoint)).toBe(true));

  it.each([
    '',
    'fcm.googleapis.com/x',
    'http://fcm.googleapis.com/x',
    'https://169.254.169.254/fcm.googleapis.com/',
    'https://127.0.0.1/x.push.apple.com',
    'https://evil-push.apple.com.evil.example/x',
    'https://evilpush.apple.com/x',
    'https://push.apple.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://x.fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://evil.example\\@fcm.googleapis.com/x',
    'https://fcm.googleapis.com./x',
    'https://FCM.googleapis.com/x',
    'https://ｆcm.googleapis.com/x',
    'https://fcm.googleapis.com/x\n',
    'https://fcm.googleapis.com/../..//169.254.169.254/',
    `https://fcm.googleapis.com/${'x'.repeat(2_000)}`,
    'https://localhost:8443/x',
    'ftp://web.push.apple.com/x',
    'data:text/plain,web.push.apple.com',
  ])('is refused: %s', (endpoint) => expect(isAllowed(endpoint)).toBe(false));

  it('may be the test host where one is set, and no other port of it', () => {
    expect(isAllowed('https://localhost:8443/x', TEST_HOST)).toBe(true);
    expect(isAllowed('https://localhost:8444/x', TEST_HOST)).toBe(false);
    expect(isAllowed('http://localhost:8443/x', TEST_HOST)).toBe(false);
  });
});

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', 'google'],
  ['https://web.push.apple.com/QABC', 'apple'],
  ['https://localhost:8443/x', 'other'],
  ['no address', 'other'],
])('counts %s as a push service of %s', (endpoint, service) =>
  expect(serviceOf(endpoint)).toBe(service),
);

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

it.each([
  [undefined, true],
  [408, false],
  [429, false],
  [503, false],
])('a push with the answer %s may have been taken: %s', (status, isUnknown) => {
  expect(outcomeOf({ status }, 1, now)).toMatchObject({ isUnknown });
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
