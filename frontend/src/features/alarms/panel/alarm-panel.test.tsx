import type { Alarm } from '@contract/alarm';
import { ERRORS, type ErrorCode } from '@contract/errors';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { listenToReadiness } from '../../../lib/realtime/building-readiness.js';
import { socket, useConnection } from '../../../lib/realtime/socket.js';
import { recordClosed, recordEvent } from '../feed/feed-store.js';
import {
  beginPanel,
  click,
  saved,
  pass,
  raised,
  sendFire,
  serverAnswers,
  showPanel,
} from '../testing/panel.js';
import { karl, makeAlarm, makeEvent, NOW } from '../testing/fixtures.js';
import { whole } from '../../../testing/whole-text.js';

const refused = (code: ErrorCode) => {
  const { status, message } = ERRORS[code];
  return Response.json({ error: { code, message, requestId: 'r' } }, { status });
};

/** The headline names the sheet and has the focus. */
const expectOneHeadline = (words: string) => {
  const sheet = screen.getByRole('dialog', { name: words });
  const headlines = within(sheet).getAllByRole('heading');
  expect(headlines.map(({ textContent }) => textContent)).toEqual([words]);
  expect(document.activeElement).toBe(headlines[0]);
};

const publishReadiness = (neighboursKnown: number, neighboursReady: number) =>
  act(() => {
    const counts = { homesKnown: 15, homesReady: 1, neighboursKnown, neighboursReady };
    for (const listener of socket.listeners('building:readiness')) {
      listener({ buildingId: 'b', ...counts });
    }
  });

beforeEach(beginPanel);

describe('the panel', () => {
  it('offers three alarms under one headline', () => {
    showPanel();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Larma dina grannar');
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'BrandEld, rök, brandlukt',
      'Medicinsk nödNågon är skadad eller svårt sjuk',
      'Annan faraTill exempel gas, vattenläcka, hot',
    ]);
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('shows an active alarm instead of the buttons, and can still send another', () => {
    showPanel();
    act(() => recordEvent(makeEvent(1, { sender: karl })));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brandlarm');
    expect(screen.queryByRole('button', { name: 'Medicinsk nöd' })).toBeNull();
    click('Skicka ett nytt larm');
    const types = screen.getByRole('group', { name: 'Skicka ett nytt larm' });
    expect(within(types).getByRole('button', { name: 'Medicinsk nöd' })).toBeTruthy();
    expect(document.activeElement).toBe(types);
  });
});

describe('the sheet', () => {
  it('names the building and what neighbours will see', () => {
    showPanel();
    click('Medicinsk nöd');
    const sheet = within(screen.getByRole('dialog', { name: 'Skicka medicinskt larm?' }));
    expect(sheet.getByText(whole('Larmet går till Storgatan 12.'))).toBeTruthy();
    expect(sheet.getByText(whole('Ditt namn och lägenhet 1301 visas.'))).toBeTruthy();
    expect(sheet.getByRole('link', { name: 'Ring 112' })).toBeTruthy();
    click('Avbryt');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each<[[number, number] | undefined, string]>([
    [undefined, 'Vi vet inte hur många grannar som nås. Ring 112 först.'],
    [[0, 0], 'Ingen granne är med i huset än. Ring 112 först.'],
    [[14, 0], 'Ingen granne är redo. Ring 112 först.'],
    [[14, 11], '11 av 14 grannar nås med ljud eller avisering.'],
  ])('promises no more than is true: of %j', (counts, words) => {
    const stop = listenToReadiness();
    useConnection.setState({ status: 'connected' });
    showPanel();
    if (counts) publishReadiness(...counts);
    click('Brand');
    expect(screen.getByRole('dialog').textContent).toContain(words);
    publishReadiness(14, 3);
    expect(screen.getByRole('dialog').textContent).toContain(
      '3 av 14 grannar nås med ljud eller avisering.',
    );
    act(() => useConnection.setState({ status: 'down' }));
    expect(screen.getByRole('dialog').textContent).toContain('Vi vet inte hur många');
    stop();
    useConnection.setState({ status: 'off' });
  });

  it('shows sent only when the server has saved it', async () => {
    let answer: (response: Response) => void = () => undefined;
    serverAnswers(() => new Promise((resolve) => (answer = resolve)));
    await sendFire();
    expect(screen.getByRole('status').textContent).toBe('Skickar …');
    expect(document.body.textContent).not.toContain('Larmet är skickat');
    const response = saved();
    serverAnswers(() => new Promise(() => undefined));
    answer(response);
    await pass(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    const sentence = 'Larmet är skickat kl.\u00a014.05.22';
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(sentence);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brandlarm');
  });

  it('shows 112 when it takes long and when it fails, and never sends by itself later', async () => {
    await sendFire();
    await pass(4_100);
    expect(screen.getByRole('alert').textContent).toBe(
      'Det tar längre tid än vanligt. Ring 112 nu.',
    );
    expect(screen.getByRole('dialog', { name: 'Skickar …' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stäng' })).toBeTruthy();
    await pass(57_000);
    const failed = 'Larmet skickades inte. Ring 112. Knacka på hos grannarna.';
    expect(screen.getByRole('alert').textContent).toBe(failed);
    expectOneHeadline('Larmet skickades inte.');
    const [first, ...others] = raised().map(({ body }) => body?.alarmId);
    expect(others.every((id) => id === first)).toBe(true);
    const count = raised().length;
    await pass(120_000);
    expect(raised()).toHaveLength(count);
    click('Försök igen');
    await pass(0);
    expect(raised()).toHaveLength(count + 1);
    expect(raised().at(-1)?.body?.alarmId).not.toBe(first);
  });

  it('shows at once that nothing was sent while offline', async () => {
    serverAnswers(() => Promise.reject(new TypeError('offline')));
    await sendFire();
    const text = 'Ingen anslutning. Larmet är inte skickat. Ring 112. Knacka på hos grannarna.';
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(screen.getByRole('link', { name: 'Ring 112' })).toBeTruthy();
    expectOneHeadline('Larmet är inte skickat.');
    expect(document.body.textContent).not.toContain('Skickar …');
  });

  it('stops sending when the message about a lost connection is closed', async () => {
    serverAnswers(() => Promise.reject(new TypeError('offline')));
    await sendFire();
    expect(screen.getByRole('dialog').textContent).toContain(
      'Vi försöker igen i högst en minut, om du inte stänger.',
    );
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    const close = screen.getByRole('button', { name: 'Stäng' });
    fireEvent.click(close, { detail: 2 });
    expect(screen.queryByRole('dialog')).toBeTruthy();
    fireEvent.click(close, { detail: 1 });
    expect(screen.queryByRole('dialog')).toBeNull();
    const count = raised().length;
    serverAnswers(() => Promise.resolve(saved()));
    await pass(60_000);
    expect(raised()).toHaveLength(count);
  });

  it.each<ErrorCode>(['alarm.rate_limited', 'alarm.sending_paused'])(
    'shows the message of %s and does not send again',
    async (code) => {
      serverAnswers(() => Promise.resolve(refused(code)));
      await sendFire();
      await pass(10_000);
      const text = `Larmet är inte skickat. ${ERRORS[code].message}`;
      expect(screen.getByRole('alert').textContent).toBe(text);
      expectOneHeadline('Larmet är inte skickat.');
      expect(document.body.textContent).not.toMatch(/nås|Skickar|varnas/);
      expect(screen.getByRole('link', { name: 'Ring 112' })).toBeTruthy();
      expect(raised()).toHaveLength(1);
      click('Stäng');
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('shows the alarm before its event comes, and not again after its end', async () => {
    serverAnswers(() => Promise.resolve(saved()));
    await sendFire();
    const alarm = { id: raised()[0]?.body?.alarmId as string, sender: karl };
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brandlarm');
    act(() => recordEvent(makeEvent(1, alarm)));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brandlarm');
    act(() => recordEvent(makeEvent(2, { ...alarm, status: 'resolved' })));
    act(() => recordClosed(makeAlarm(alarm)));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Larma dina grannar');
  });

  it('confirms the alarm by its event when the server’s reply was lost', async () => {
    await sendFire();
    const alarm = { id: raised()[0]?.body?.alarmId as string, sender: karl };
    act(() => recordEvent(makeEvent(1, alarm)));
    expect(document.body.textContent).toContain('Larmet är skickat kl.\u00a014.05.17');
    act(() => recordEvent(makeEvent(2, { ...alarm, status: 'resolved' })));
    act(() => recordClosed(makeAlarm(alarm)));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Larma dina grannar');
  });

  it('names the sender of the alarm that was joined', async () => {
    serverAnswers(() => Promise.resolve(saved({ merged: true, alarm: makeAlarm() })));
    await sendFire();
    const text = 'Anna Berg i lägenhet\u00a01201 hade redan larmat. Ditt larm lades till';
    expect(document.body.textContent).toContain(text);
    expect(document.body.textContent).not.toContain('Ångra');
  });

  describe('while another alarm of the type goes on', () => {
    const open = (change: Partial<Alarm>) => {
      showPanel();
      act(() => recordEvent(makeEvent(1, change)));
      // The person's own alarm is shown instead of the buttons.
      if (change.sender) click('Skicka ett nytt larm');
      click('Brand');
      return screen.getByRole('dialog');
    };
    const minutesAgo = (count: number) => new Date(NOW - count * 60_000).toISOString();
    const press = async (name: string) => {
      await pass(450);
      click(name);
      await pass(0);
      return raised()[0]?.body;
    };

    it('lets a neighbour become a witness', async () => {
      const words =
        'Lägenhet\u00a01201, plan\u00a02, Anna Berg, larmade om brand för 9 minuter sedan.';
      expect(open({ raisedAt: minutesAgo(9) }).textContent).toContain(words);
      const body = await press('Jag ser det också');
      expect(body).toMatchObject({ type: 'fire' });
      expect(body).not.toHaveProperty('separate');
    });

    it('lets a neighbour send an alarm of their own', async () => {
      open({});
      expect(await press('Skicka eget larm')).toMatchObject({ type: 'fire', separate: true });
    });

    it('does not offer to join an alarm that is too old to join', async () => {
      const raisedAt = minutesAgo(10);
      expect(open({ raisedAt }).textContent).toContain('larmade om brand för 10 minuter sedan.');
      expect(screen.queryByRole('button', { name: 'Jag ser det också' })).toBeNull();
      expect(await press('Skicka brandlarm')).toMatchObject({ type: 'fire' });
    });

    it('counts the age from the last witness', () => {
      const witnesses = [{ ...karl, membershipId: 'm-lisa', at: minutesAgo(2) }];
      open({ raisedAt: minutesAgo(10), witnesses, witnessCount: 1 });
      expect(screen.getByRole('button', { name: 'Jag ser det också' })).toBeTruthy();
    });

    it('does not offer the sender to join their own alarm', async () => {
      expect(open({ sender: karl }).textContent).toContain('Du larmade om brand nyss.');
      expect(screen.queryByRole('button', { name: 'Jag ser det också' })).toBeNull();
      expect(await press('Skicka brandlarm')).toMatchObject({ separate: true });
    });
  });
});
