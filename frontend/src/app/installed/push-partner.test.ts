import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetFeed, recordSync } from '../../features/alarms/feed/feed-store.js';
import { makeAlarm, makeSync } from '../../features/alarms/testing/fixtures.js';
import { useSound } from '../../lib/audio/sound-state.js';
import { useSession } from '../../lib/session/session.js';
import { answerWorker, isSounding } from './push-partner.js';

/** The browser's container of workers, of which the test environment has none. */
const container = Object.assign(new EventTarget(), { startMessages: () => undefined });
Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });

const fire = makeAlarm();

/** @returns whether the tab has answered by now */
function ask(message: { type: string; alarmId?: string }): () => boolean {
  let hasAnswered = false;
  const ports = [{ postMessage: () => (hasAnswered = true) }];
  container.dispatchEvent(Object.assign(new Event('message'), { data: message, ports }));
  return () => hasAnswered;
}

beforeEach(() => {
  vi.useFakeTimers();
  useSession.setState({ status: 'signed_in' });
  useSound.setState({ playing: null });
  answerWorker();
});

afterEach(() => forgetFeed());

it('says that it sounds an alarm only while its sound plays', () => {
  recordSync(makeSync({ active: [fire] }));
  const hasAnswered = ask({ type: 'push:alarm', alarmId: fire.id });
  expect(hasAnswered()).toBe(false);
  useSound.setState({ playing: 'fire' });
  expect(hasAnswered()).toBe(true);
});

it('waits a second for an alarm whose event comes after the push, and no longer', () => {
  useSound.setState({ playing: 'fire' });
  const [first, late] = [fire.id, 'another'].map((alarmId) => ask({ type: 'push:alarm', alarmId }));
  recordSync(makeSync({ active: [fire] }));
  expect(first!()).toBe(true);
  vi.advanceTimersByTime(1_000);
  recordSync(makeSync({ reset: true, head: 1, active: [fire, { ...fire, id: 'another' }] }));
  expect(isSounding('another')).toBe(true);
  expect(late!()).toBe(false);
});

it.each([
  ['the sound of another type', 'medical'],
  ['an exercise', 'exercise'],
] as const)('does not take %s for that of the alarm', (_, playing) => {
  recordSync(makeSync({ active: [fire] }));
  useSound.setState({ playing });
  expect(ask({ type: 'push:alarm', alarmId: fire.id })()).toBe(false);
});

it('is shown for an alarm only while it is signed in', () => {
  expect(ask({ type: 'push:open' })()).toBe(true);
  useSession.setState({ status: 'signed_out' });
  expect(ask({ type: 'push:open' })()).toBe(false);
});
