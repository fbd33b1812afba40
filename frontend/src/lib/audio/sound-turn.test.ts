import { beforeEach, expect, it, vi } from 'vitest';

/** Tests tabs of one browser, of which another one may hold the lock. */

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

/** Opens a tab that plays `startMs` after its turn begins; an endless time stands for a frozen tab. */
async function openTab(startMs = 0) {
  vi.resetModules();
  const { SoundTurn } = await import('./sound-turn.js');
  const tab = { begun: 0, isPlaying: false, stop: () => (tab.isPlaying = false) };
  const start = () => {
    if (!turn.isMine) return;
    tab.isPlaying = true;
    turn.report();
  };
  const begin = () => {
    tab.begun += 1;
    if (startMs === 0) start();
    else setTimeout(start, startMs);
  };
  const turn = new SoundTurn({ begin, yieldTo: tab.stop, isPlaying: () => tab.isPlaying });
  return Object.assign(tab, { turn });
}
const FROZEN = 2 ** 31 - 1;
type Tab = Awaited<ReturnType<typeof openTab>>;
const playing = (...tabs: Tab[]) => tabs.filter(({ isPlaying }) => isPlaying).length;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

let isHeld: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  FakeChannel.open = [];
  isHeld = false;
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  const request = (_name: string, _options: object, hold: () => Promise<void>) => {
    if (isHeld) return new Promise(() => undefined);
    isHeld = true;
    return hold();
  };
  vi.stubGlobal('navigator', { locks: { request } });
});

async function openTabs(...startsMs: number[]): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (const startMs of startsMs) tabs.push(await openTab(startMs));
  tabs.forEach(({ turn }) => turn.take());
  return tabs;
}

it.each([0, 50, 1_900])(
  'waits for ever while the tab with the lock sounds, which began to play after %s ms',
  async (startMs) => {
    const [first, second] = await openTabs(startMs, 0);
    await pass(10 * 60_000);
    expect([first?.begun, second?.begun]).toEqual([1, 0]);
    expect(first?.isPlaying).toBe(true);
  },
);

it('sounds as well, once, when the tab with the lock falls silent', async () => {
  const [first, second] = await openTabs(0, 0);
  await pass(10_000);
  first!.isPlaying = false;
  await pass(4_100);
  expect(second?.isPlaying).toBe(true);
  await pass(60_000);
  expect(second?.begun).toBe(1);
});

it('falls silent when the tab with the lock sounds late, and takes over when that one stops', async () => {
  const [first, second] = await openTabs(5_000, 0);
  await pass(4_900);
  expect(second?.isPlaying).toBe(true);
  await pass(200);
  expect([first?.isPlaying, second?.isPlaying]).toEqual([true, false]);
  await pass(60_000);
  expect(playing(first!, second!)).toBe(1);
  first!.isPlaying = false;
  await pass(4_100);
  expect(second?.isPlaying).toBe(true);
});

it('is the only one that sounds when several wait for a frozen tab', async () => {
  const tabs = await openTabs(FROZEN, 40, 60, 40);
  await pass(2_100);
  expect(playing(...tabs)).toBe(1);
  for (let second = 0; second < 60; second += 1) {
    await pass(1_000);
    expect(playing(...tabs)).toBe(1);
  }
});

it('stops waiting when it leaves the queue', async () => {
  const [, second] = await openTabs(FROZEN, 0);
  second?.turn.leave();
  await pass(60_000);
  expect(second?.begun).toBe(0);
});

it('begins at once when the lock is free', async () => {
  const [first] = await openTabs(0);
  expect(first?.begun).toBe(1);
});

it('begins at once in a browser without locks, where one of the tabs goes on', async () => {
  vi.stubGlobal('navigator', {});
  const tabs = await openTabs(50, 50, 50);
  expect(tabs.map(({ begun }) => begun)).toEqual([1, 1, 1]);
  for (let second = 0; second < 30; second += 1) {
    await pass(1_000);
    expect(playing(...tabs)).toBe(1);
  }
});
