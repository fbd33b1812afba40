import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  beginBrowser,
  down,
  ids,
  saves,
  lisa,
  openTab,
  pass,
  pressed,
  pressedId,
  raised,
  serverAnswers,
  soon,
} from '../testing/tabs.js';

beforeEach(beginBrowser);

describe('two tabs of one person', () => {
  it('show the same state, and only one of them sends', async () => {
    const other = await openTab();
    serverAnswers(down);
    const tab = await pressed();
    expect(other.state()).toEqual({ phase: 'sending', trouble: 'offline' });
    await pass(10_000);
    expect(raised()).toHaveLength(11);
    serverAnswers(saves);
    await pass(1_000);
    expect(tab.state()).toMatchObject({ phase: 'sent' });
    expect(other.state()).toEqual(tab.state());
    await pass(60_000);
    expect(raised()).toHaveLength(12);
  });

  it('fail together, close together and try again together', async () => {
    const other = await openTab();
    const tab = await pressed();
    await pass(61_000);
    expect(other.state()).toEqual({ phase: 'failed' });
    other.sendAgain();
    await soon();
    expect(tab.state()).toEqual({ phase: 'sending' });
    expect(ids().size).toBe(2);
    await pass(61_000);
    tab.closeSheet();
    await soon();
    expect(other.state()).toBeUndefined();
    expect(other.sheet()).toBeUndefined();
  });

  it('take over at once when the sending tab is gone', async () => {
    const other = await openTab();
    serverAnswers(down);
    const tab = await pressed();
    tab.dies();
    serverAnswers(saves);
    await soon();
    expect(other.state()).toMatchObject({ phase: 'sent' });
    expect(ids().size).toBe(1);
  });

  it('wait three seconds at most for a frozen tab that holds its turn', async () => {
    const frozen = await pressed();
    serverAnswers(saves);
    const forEver = () => new Promise<never>(() => undefined);
    void navigator.locks.request(`resq-press-${pressedId()}`, forEver);
    frozen.dies();
    const tab = await openTab();
    await tab.resume();
    await pass(2_900);
    expect(raised()).toHaveLength(1);
    await pass(200);
    expect(tab.state()).toMatchObject({ phase: 'sent' });
  });

  it('never show another person’s press', async () => {
    const other = await openTab(lisa);
    await pressed();
    await pass(5_000);
    expect(other.state()).toBeUndefined();
  });

  it('work in a browser without locks and without a broadcast channel', async () => {
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as unknown as LockManager);
    vi.stubGlobal('BroadcastChannel', undefined);
    const tab = await pressed();
    const other = await openTab();
    await other.resume();
    await soon();
    expect(ids().size).toBe(1);
    serverAnswers(saves);
    await pass(1_000);
    expect(tab.state()).toMatchObject({ phase: 'sent' });
    expect(other.state()).toMatchObject({ phase: 'sent' });
  });
});
