import { beforeEach, expect, it, vi } from 'vitest';

/** Tests two tabs of one browser; the first one holds the lock. */

class FakeChannel {
  static open: FakeChannel[] = [];
  private readonly handlers: ((event: { data: unknown }) => void)[] = [];
  constructor() {
    FakeChannel.open.push(this);
  }
  addEventListener(_: string, handler: (event: { data: unknown }) => void) {
    this.handlers.push(handler);
  }
  postMessage(data: unknown) {
    for (const other of FakeChannel.open) {
      if (other !== this) other.handlers.forEach((handle) => handle({ data }));
    }
  }
}

const openTab = async () => {
  vi.resetModules();
  return import('./sound-turn.js');
};

let isHeld: boolean;
const begin = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  begin.mockReset();
  FakeChannel.open = [];
  isHeld = true;
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  const request = (_name: string, _options: object, hold: () => Promise<void>) =>
    isHeld ? new Promise(() => undefined) : hold();
  vi.stubGlobal('navigator', { locks: { request } });
});

it('waits for ever while the tab that holds the lock reports that it sounds', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first.answerForSound(() => true);
  new second.SoundTurn().take(begin);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(begin).not.toHaveBeenCalled();
});

it('sounds as well, once, when the tab that holds the lock is frozen or silent', async () => {
  const [first, second] = [await openTab(), await openTab()];
  let sounds = true;
  first.answerForSound(() => sounds);
  new second.SoundTurn().take(begin);
  await vi.advanceTimersByTimeAsync(10_000);
  sounds = false;
  await vi.advanceTimersByTimeAsync(4_100);
  expect(begin).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begin).toHaveBeenCalledTimes(1);
});

it('stops waiting when it leaves the queue', async () => {
  const turn = new (await openTab()).SoundTurn();
  turn.take(begin);
  turn.leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begin).not.toHaveBeenCalled();
});

it('begins at once when the lock is free, or when there are no locks', async () => {
  isHeld = false;
  new (await openTab()).SoundTurn().take(begin);
  expect(begin).toHaveBeenCalledTimes(1);
  vi.stubGlobal('navigator', {});
  new (await openTab()).SoundTurn().take(begin);
  expect(begin).toHaveBeenCalledTimes(2);
});
