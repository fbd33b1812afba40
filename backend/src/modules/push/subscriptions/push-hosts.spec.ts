import { isPushService } from './push-hosts.js';

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
