import type { Alarm, RaiseAnswer } from '@contract/alarm';
import { ERRORS, type ErrorCode } from '@contract/errors';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AlarmPanel } from './alarm-panel.js';
import { forgetAttention } from './attention.js';
import { forgetFeed, noteEvent, noteReach, noteSync } from './feed-store.js';
import { SendSheet } from './send-sheet.js';
import { forgetSending } from './send-store.js';
import { house, karl, makeAlarm, makeEvent, makeReach, makeSync, NOW } from './testing.js';

let calls: { path: string; body: Record<string, unknown> | undefined }[];
let answerOf: (path: string) => Promise<Response>;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const raised = () => calls.filter(({ path }) => path.endsWith('/alarms'));
const kept = (change: Partial<RaiseAnswer> = {}): Response => {
  const alarmId = raised().at(-1)?.body?.alarmId as string;
  const alarm = makeAlarm({ id: alarmId, sender: karl, raisedAt: new Date(NOW).toISOString() });
  return Response.json({ alarm, epoch: 'e', seq: 1, merged: false, ...change }, { status: 201 });
};
const refused = (code: ErrorCode) => {
  const { status, message } = ERRORS[code];
  return Response.json({ error: { code, message, requestId: 'r' } }, { status });
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  forgetFeed();
  forgetSending();
  forgetAttention();
  calls = [];
  answerOf = () => new Promise(() => undefined);
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    const sent =
      typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : undefined;
    calls.push({ path, body: sent });
    return answerOf(path);
  });
});

function show(memberships = [house]) {
  render(
    <>
      <AlarmPanel memberships={memberships} />
      <SendSheet />
    </>,
  );
  act(() => noteSync(makeSync({ reset: true })));
}

async function sendFire() {
  show();
  click('Brand');
  await pass(450);
  click('Skicka brandlarm');
  await pass(0);
}

describe('the panel', () => {
  it('offers three alarms under one headline', () => {
    show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Larma dina grannar');
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'BrandEld, rök, brandlukt',
      'Medicinsk nödNågon är skadad eller svårt sjuk',
      'Annan faraTill exempel gas, vattenläcka, hot',
    ]);
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('lets somebody with two houses choose, and remembers it', async () => {
    const other = { id: 'b2', name: 'Storgatan 14', address: 'Storgatan 14, Umeå' };
    show([house, { ...house, id: 'm2', building: other }]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Hus' }), { target: { value: 'b2' } });
    click('Brand');
    expect(screen.getByRole('dialog').textContent).toContain('Alla i Storgatan 14 varnas');
    await pass(450);
    click('Skicka brandlarm');
    await pass(0);
    expect(raised()[0]?.path).toBe('/api/buildings/b2/alarms');
    expect(localStorage.getItem('resq.house')).toBe('b2');
  });

  it('gives way to an alarm that goes on, and can still send another', () => {
    show();
    act(() => noteEvent(makeEvent(1, { sender: karl })));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brandlarm');
    expect(screen.queryByRole('button', { name: 'Medicinsk nöd' })).toBeNull();
    click('Skicka ett nytt larm');
    expect(screen.getByRole('button', { name: 'Medicinsk nöd' })).toBeTruthy();
  });
});

describe('the sheet', () => {
  it('sends nothing on a double click', async () => {
    show();
    click('Brand');
    click('Skicka brandlarm');
    await pass(390);
    click('Skicka brandlarm');
    await pass(5_000);
    expect(raised()).toEqual([]);
  });

  it('sends nothing while Enter is held', () => {
    show();
    click('Brand');
    const button = screen.getByRole('button', { name: 'Skicka brandlarm' });
    expect(document.activeElement).toBe(button);
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  });

  it('names the house and what neighbours will see', () => {
    show();
    click('Medicinsk nöd');
    const sheet = within(screen.getByRole('dialog', { name: 'Skicka medicinskt larm?' }));
    expect(sheet.getByText('Alla i Storgatan 12 varnas med ljud direkt.')).toBeTruthy();
    expect(sheet.getByText('Ditt namn och lägenhet 1301 visas.')).toBeTruthy();
    expect(sheet.getByRole('link', { name: 'Ring 112' })).toBeTruthy();
    click('Avbryt');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says sent only when the server has kept it', async () => {
    let answer: (response: Response) => void = () => undefined;
    answerOf = () => new Promise((resolve) => (answer = resolve));
    await sendFire();
    expect(screen.getByRole('status').textContent).toBe('Skickar …');
    expect(document.body.textContent).not.toContain('Larmet är skickat');
    const response = kept();
    answerOf = () => new Promise(() => undefined);
    answer(response);
    await pass(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    const sentence = 'Larmet är skickat kl.\u00a014.05.22';
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(sentence);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brandlarm');
  });

  it('tells to ring 112 when it takes long, when it fails, and never sends by itself later', async () => {
    await sendFire();
    await pass(4_100);
    expect(screen.getByRole('alert').textContent).toBe(
      'Det tar längre tid än vanligt. Ring 112 nu.',
    );
    await pass(57_000);
    const failed = 'Larmet skickades inte. Ring 112. Knacka på hos grannarna.';
    expect(screen.getByRole('alert').textContent).toBe(failed);
    const [first, ...others] = raised().map(({ body }) => body?.alarmId);
    expect(others.every((id) => id === first)).toBe(true);
    const count = raised().length;
    await pass(120_000);
    expect(raised()).toHaveLength(count);
    click('Försök igen');
    await pass(0);
    expect(raised()).toHaveLength(count + 1);
    expect(raised().at(-1)?.body?.alarmId).toBe(first);
  });

  it('says at once that nothing was sent while offline', async () => {
    answerOf = () => Promise.reject(new TypeError('offline'));
    await sendFire();
    const text = 'Ingen anslutning. Larmet är inte skickat. Ring 112. Knacka på hos grannarna.';
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(screen.getByRole('link', { name: 'Ring 112' })).toBeTruthy();
  });

  it.each<ErrorCode>(['alarm.rate_limited', 'alarm.sending_paused'])(
    'shows the words of %s once and stops',
    async (code) => {
      answerOf = () => Promise.resolve(refused(code));
      await sendFire();
      await pass(10_000);
      expect(screen.getByRole('alert').textContent).toBe(ERRORS[code].message);
      expect(screen.getByRole('link', { name: 'Ring 112' })).toBeTruthy();
      expect(raised()).toHaveLength(1);
      click('Stäng');
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('says whose alarm was joined', async () => {
    answerOf = () => Promise.resolve(kept({ merged: true, alarm: makeAlarm() }));
    await sendFire();
    const text = 'Anna Berg i lägenhet\u00a01201 hade redan larmat. Ditt larm lades till';
    expect(document.body.textContent).toContain(text);
    expect(document.body.textContent).not.toContain('Ångra');
  });

  it('asks whether it is the alarm a neighbour has sent already', async () => {
    show();
    act(() => noteEvent(makeEvent(1, { sender: karl })));
    click('Skicka ett nytt larm');
    click('Brand');
    expect(screen.getByRole('dialog').textContent).toContain('larmade om brand nyss.');
    await pass(450);
    click('Skicka eget larm');
    await pass(0);
    expect(raised()[0]?.body).toMatchObject({ type: 'fire', separate: true });
  });
});

describe('one’s own alarm', () => {
  const ends = () => calls.filter(({ path }) => path.endsWith('/end')).map(({ body }) => body);
  const own = (change: Partial<Alarm> = {}) =>
    act(() => noteEvent(makeEvent(1, { sender: karl, ...change })));

  it('is taken back with one tap during the first ten seconds', async () => {
    answerOf = (path) =>
      path.endsWith('/alarms') ? Promise.resolve(kept()) : Promise.resolve(Response.json({}));
    await sendFire();
    click('Ångra – falskt larm');
    await pass(0);
    expect(ends()).toEqual([{ outcome: 'false_alarm' }]);
    await pass(11_000);
    expect(screen.queryByRole('button', { name: 'Ångra – falskt larm' })).toBeNull();
  });

  it.each([
    ['Falskt larm', 'Avbryta larmet?', 'Avbryt larmet', 'Behåll larmet', 'false_alarm'],
    ['Faran är över', 'Är faran över?', 'Faran är över', 'Inte än', 'resolved'],
  ])('%s is asked first', async (button, question, yes, no, outcome) => {
    show();
    own();
    click(button);
    const asked = within(screen.getByRole('dialog', { name: question }));
    fireEvent.click(asked.getByRole('button', { name: no }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(ends()).toEqual([]);
    click(button);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: yes }));
    await pass(0);
    expect(ends()).toEqual([{ outcome }]);
  });

  it('lists the homes, whoever needs help first, and claims nobody was reached', async () => {
    show();
    own();
    act(() =>
      noteReach(
        makeReach([
          { apartment: '1102', names: ['Lisa Ny'], level: 'responded', response: 'coming' },
          { apartment: '1202', names: ['Bo Ek', 'Eva Ek'], level: 'unreached' },
          {
            apartment: '1401',
            names: ['Ali'],
            level: 'responded',
            response: 'need_help',
            place: 'Vinden',
          },
        ]),
      ),
    );
    const lines = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(lines).toEqual([
      'Ali, lägenhet\u00a01401 – vinden',
      'Lisa Ny, lägenhet\u00a01102',
      'Bo Ek och Eva Ek, lägenhet\u00a01202',
    ]);
    const counts = '2\u00a0svarat · 1\u00a0behöver hjälp · 1\u00a0kommer · 1\u00a0inte\u00a0svarat';
    expect(
      screen.getByText(counts, { selector: 'p:not([role])', normalizer: (text) => text }),
    ).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/nådd/);
  });

  it('is not for a neighbour to end, who sees who needs help', () => {
    show();
    const call = { ...karl, membershipId: 'm-lisa', name: 'Lisa Ny', at: '', place: 'Källaren' };
    act(() =>
      noteSync(
        makeSync({
          reset: true,
          head: 1,
          active: [makeAlarm({ needHelp: [call] })],
          answers: [{ alarmId: 'a', response: 'safe', at: '' }],
        }),
      ),
    );
    expect(screen.queryByRole('button', { name: 'Faran är över' })).toBeNull();
    expect(screen.getByText('Ditt svar: Jag är i säkerhet.')).toBeTruthy();
    const help = 'Lisa Ny i lägenhet\u00a01301 behöver hjälp: källaren.';
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(help);
    expect(calls.filter(({ path }) => path.endsWith('/reach'))).toEqual([]);
  });
});
