import { ERRORS } from '@contract/errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  anna,
  karl as karlAsNeighbour,
  makeAlarm,
  makeEvent,
  makeSync,
  NOW,
} from '../testing/fixtures.js';
import {
  beginBrowser,
  calls,
  down,
  ids,
  karl,
  saves,
  lisa,
  openTab,
  pass,
  pressed,
  pressedId,
  raised,
  serverAnswers,
  serverHolds,
  soon,
  written,
} from '../testing/tabs.js';

const refuse = () => {
  const { status, message } = ERRORS['alarm.rate_limited'];
  const error = { code: 'alarm.rate_limited', message, requestId: 'r' };
  return Promise.resolve(Response.json({ error }, { status }));
};

beforeEach(beginBrowser);

describe('a press', () => {
  it('is shown at once as being sent, and saved before it is sent', async () => {
    const tab = await openTab();
    tab.press();
    expect(tab.state()).toEqual({ phase: 'sending' });
    expect(raised()).toEqual([]);
    await soon();
    expect(raised()).toHaveLength(1);
    expect((await written()).map(({ press }) => press.alarmId)).toEqual([pressedId()]);
  });

  it('waits 150 ms at most for a browser that does not save', async () => {
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    const tab = await openTab();
    tab.press();
    await pass(140);
    expect(raised()).toEqual([]);
    await pass(20);
    expect(raised()).toHaveLength(1);
  });

  it('is sent at once where there is no database', async () => {
    vi.stubGlobal('indexedDB', undefined);
    serverAnswers(saves);
    const tab = await pressed();
    expect(tab.state()).toMatchObject({ phase: 'sent' });
  });

  it('loads a missing user once the server has replied, so that a page can show it', async () => {
    serverAnswers(saves);
    await pressed();
    expect(calls.map(({ path }) => path)).toContain('/api/auth/me');
  });

  it('is deleted from the browser when the server has saved it', async () => {
    serverAnswers(saves);
    const tab = await pressed();
    expect(tab.state()).toMatchObject({ phase: 'sent' });
    expect(await written()).toEqual([]);
  });
});

it('a press is still sent after another sheet is opened and closed', async () => {
  const tab = await pressed();
  tab.openSheet('medical');
  tab.closeSheet();
  expect(tab.sheet()).toMatchObject({ type: 'fire' });
  expect(tab.state()).toEqual({ phase: 'sending' });
  serverAnswers(saves);
  await pass(1_000);
  expect(tab.state()).toMatchObject({ phase: 'sent' });
});

describe('a press after a reload', () => {
  it('is sent on with the same id for the rest of the minute', async () => {
    serverAnswers(down);
    (await pressed()).dies();
    await pass(5_000);
    const count = raised().length;
    const tab = await openTab();
    await tab.resume();
    await soon();
    expect(tab.state()).toMatchObject({ phase: 'sending' });
    expect(tab.sheet()).toMatchObject({ type: 'fire', pressedAtMs: NOW });
    expect(raised()).toHaveLength(count + 1);
    await pass(56_000);
    expect(tab.state()).toEqual({ phase: 'failed' });
    expect(ids().size).toBe(1);
    const all = raised().length;
    await pass(600_000);
    expect(raised()).toHaveLength(all);
  });

  it('is shown as sent once the server accepts the same id', async () => {
    (await pressed()).dies();
    serverAnswers(saves);
    const tab = await openTab();
    await tab.resume();
    await soon();
    expect(tab.state()).toMatchObject({ phase: 'sent' });
    expect(ids().size).toBe(1);
    expect(await written()).toEqual([]);
  });

  it('is shown as failed after the minute, and is sent again only by the person', async () => {
    (await pressed()).dies();
    await pass(60_000);
    const tab = await openTab();
    await tab.resume();
    tab.feed.recordSync(makeSync({ reset: true }));
    await soon();
    expect(tab.state()).toEqual({ phase: 'failed' });
    await pass(120_000);
    expect(raised()).toHaveLength(1);
    tab.sendAgain();
    await soon();
    expect(ids().size).toBe(2);
    expect(await written()).toHaveLength(1);
  });

  it('is not shown until its outcome is looked up, for two seconds at most', async () => {
    (await pressed()).dies();
    await pass(60_000);
    const tab = await openTab();
    await tab.resume();
    await pass(1_900);
    expect(tab.state()).toBeUndefined();
    await pass(200);
    expect(tab.state()).toEqual({ phase: 'failed' });
  });

  it.each([
    ['goes on', 'active', 1],
    ['was ended meanwhile', 'resolved', 1],
  ] as const)(
    'is shown as sent when the history has its alarm, which %s',
    async (_, status, count) => {
      (await pressed()).dies();
      await pass(60_000);
      serverHolds([makeAlarm({ id: pressedId(), status })]);
      const tab = await openTab();
      await tab.resume();
      tab.feed.recordSync(makeSync({ reset: true }));
      await soon();
      expect(tab.state()).toMatchObject({ phase: 'sent', answer: { alarm: { status } } });
      expect(raised()).toHaveLength(count);
      expect(await written()).toEqual([]);
    },
  );

  it('stays refused', async () => {
    serverAnswers(refuse);
    (await pressed()).dies();
    const tab = await openTab();
    await tab.resume();
    await pass(60_000);
    const { message } = ERRORS['alarm.rate_limited'];
    expect(tab.state()).toEqual({ phase: 'refused', message });
    expect(raised()).toHaveLength(1);
    tab.closeSheet();
    expect(await written()).toEqual([]);
  });

  it('is neither shown to another person nor sent by them', async () => {
    (await pressed()).dies();
    const tab = await openTab(lisa);
    await tab.resume();
    await pass(60_000);
    expect(tab.state()).toBeUndefined();
    expect(raised()).toHaveLength(1);
    expect(await written()).toEqual([]);
  });
});

describe('signing out', () => {
  it('stops the sending and deletes the saved press', async () => {
    serverAnswers(down);
    const tab = await pressed();
    tab.session.end({ left: true });
    await pass(60_000);
    expect(raised()).toHaveLength(1);
    expect(tab.state()).toBeUndefined();
    expect(await written()).toEqual([]);
  });

  it('leaves the press for the same person when the server ended the session', async () => {
    serverAnswers(down);
    const tab = await pressed();
    tab.session.end();
    await pass(3_000);
    expect(raised()).toHaveLength(1);
    const again = await openTab(karl);
    await again.resume();
    await soon();
    expect(again.state()).toMatchObject({ phase: 'sending' });
    expect(ids().size).toBe(1);
  });
});

describe('a press whose reply was lost', () => {
  it('is shown as sent once the stream has its alarm', async () => {
    const tab = await pressed();
    tab.feed.recordSync(makeSync({ reset: true }));
    tab.feed.recordEvent(makeEvent(1, { id: 'somebody else’s', sender: anna }));
    expect(tab.state()).toEqual({ phase: 'sending' });
    tab.feed.recordEvent(makeEvent(2, { id: pressedId() }));
    expect(tab.state()).toMatchObject({ phase: 'sent', answer: { merged: false } });
    await pass(60_000);
    expect(raised()).toHaveLength(1);
  });

  it('is found among the witnesses of the alarm that it joined', async () => {
    const tab = await openTab();
    tab.feed.recordSync(makeSync({ reset: true }));
    tab.press();
    await soon();
    const witness = (at: number) => ({ ...karlAsNeighbour, at: new Date(at).toISOString() });
    tab.feed.recordEvent(makeEvent(1, { witnesses: [witness(NOW - 1_500)] }));
    expect(tab.state()).toEqual({ phase: 'sending' });
    tab.feed.recordEvent(makeEvent(2, { witnesses: [witness(NOW + 50)] }));
    expect(tab.state()).toMatchObject({ phase: 'sent', answer: { merged: true } });
  });

  it.each([
    ['set back', -120_000],
    ['set ahead', 120_000],
  ])('is not confused with an older press when the clock is %s', async (_, byMs) => {
    const tab = await openTab();
    tab.feed.recordSync(makeSync({ reset: true }));
    await pass(100_000);
    tab.press();
    await soon();
    vi.setSystemTime(Date.now() + byMs);
    const before = { sender: karlAsNeighbour, raisedAt: new Date(NOW + 50_000).toISOString() };
    tab.feed.recordEvent(makeEvent(1, before));
    await pass(1_000);
    expect(tab.state()?.phase).not.toBe('sent');
  });

  it('changes from failed to sent, also when the alarm began and ended meanwhile', async () => {
    const tab = await pressed();
    await pass(61_000);
    expect(tab.state()).toEqual({ phase: 'failed' });
    serverHolds([makeAlarm({ id: pressedId(), status: 'cancelled' })]);
    tab.feed.recordSync(makeSync({ reset: true, head: 2 }));
    await soon();
    expect(tab.state()).toMatchObject({ phase: 'sent' });
  });
});
