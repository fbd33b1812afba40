import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { makeVapidKeys } from '../../../platform/secret-keys.js';
import { VapidHeaders } from './push-sender.js';

const MAX_HOSTS = 100;

class StoppedClock extends Clock {
  now = () => new Date('2026-11-22T12:00:00Z');
}

it('is signed once for a push service, but again after many others', () => {
  const config = { contactEmail: 'a@b.example', secrets: { vapidKeys: makeVapidKeys() } };
  const headers = new VapidHeaders(config as unknown as Config, new StoppedClock());
  const of = (host: number): string => headers.for(`https://${host}.push.apple.com/x`);
  const first = of(0);
  for (let host = 1; host < MAX_HOSTS; host += 1) of(host);
  expect(of(0)).toBe(first);
  for (let host = 1; host <= MAX_HOSTS; host += 1) of(host);
  expect(of(0)).not.toBe(first);
});
