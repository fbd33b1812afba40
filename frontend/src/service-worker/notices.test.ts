import type { AlarmPush, PushBody, PushStep } from '@contract/push';
import { describe, expect, it } from 'vitest';
import { alarmCount, alarmNotice, closingNotice, ofAlarm, plainNotice } from './notices.js';

const ALARM = 'a0000000-0000-4000-8000-000000000001';
const OTHER = 'a0000000-0000-4000-8000-000000000002';
const NOW = Date.UTC(2026, 10, 22, 14, 5);

function pushOf(step: PushStep, change: Partial<AlarmPush> = {}): [PushBody, AlarmPush] {
  const data: AlarmPush = {
    kind: 'alarm',
    alarmId: ALARM,
    buildingId: 'b',
    type: 'fire',
    exercise: false,
    step,
    expiresAt: '2026-11-22T15:05:00.000Z',
    ticket: 'ticket',
    deviceId: 'd',
    actions: [
      { action: 'safe', title: 'Jag är i säkerhet' },
      { action: 'need_help', title: 'Jag behöver hjälp' },
    ],
    ...change,
  };
  const notification: PushBody['notification'] = {
    title: 'Brandlarm – Storgatan 12',
    body: 'Anna Berg, lägenhet 1203. Ring 112 vid fara.',
    navigate: `/app/alarm/${data.alarmId}`,
    tag: `${data.alarmId}:${step}`,
    lang: 'sv',
    silent: false,
    requireInteraction: true,
    data,
  };
  return [{ web_push: 8030, notification }, data];
}

const NOTHING = {
  shown: [],
  isSounding: false,
  isClosed: false,
  maxActions: 2,
  nowMs: NOW,
};
const shown = (step: PushStep, change: Partial<AlarmPush> = {}) => {
  const [{ notification }, data] = pushOf(step, change);
  return { tag: notification.tag, data };
};
const SILENT = { silent: true };

describe('the notification of an alarm', () => {
  it('sounds, stays, and has what the server wrote with the answers as buttons', () => {
    const { title, options } = alarmNotice(...pushOf(0), NOTHING);
    expect(title).toBe('Brandlarm – Storgatan 12');
    expect(options).toMatchObject({
      body: 'Anna Berg, lägenhet 1203. Ring 112 vid fara.',
      tag: `${ALARM}:0`,
      lang: 'sv',
      silent: false,
      renotify: true,
      requireInteraction: true,
      timestamp: NOW,
      actions: [{ action: 'safe' }, { action: 'need_help' }],
      data: { alarmId: ALARM, ticket: 'ticket', navigate: `/app/alarm/${ALARM}` },
    });
    expect(options.vibrate?.length).toBeGreaterThan(3);
  });

  it('has no more buttons than the browser shows', () => {
    const [push, data] = pushOf(0);
    expect(alarmNotice(push, data, { ...NOTHING, maxActions: 1 }).options.actions).toHaveLength(1);
    const without = { ...NOTHING, maxActions: undefined };
    expect(alarmNotice(push, data, without).options.actions).toEqual([]);
  });

  it('sounds again at a later step', () => {
    const { options } = alarmNotice(...pushOf(1), { ...NOTHING, shown: [shown(0)] });
    expect(options).toMatchObject({ tag: `${ALARM}:1`, silent: false, renotify: true });
  });

  it.each([
    ['the same step again', 1, 1],
    ['an earlier step that was delayed', 0, 1],
  ] as const)('replaces itself without a sound for %s', (_, step, before) => {
    const { options } = alarmNotice(...pushOf(step), { ...NOTHING, shown: [shown(before)] });
    expect(options).toMatchObject({ tag: `${ALARM}:${before}`, ...SILENT });
    expect(options.data).toMatchObject({ step: before });
    expect(options.vibrate, 'browsers refuse silent with vibrate').toBeUndefined();
  });

  it('sounds beside the notification of another alarm', () => {
    const before = [shown(3, { alarmId: OTHER })];
    const { options } = alarmNotice(...pushOf(0), { ...NOTHING, shown: before });
    expect(options).toMatchObject({ tag: `${ALARM}:0`, silent: false, renotify: true });
  });

  it.each([['isSounding'], ['isClosed']])('is silent while %s', (fact) => {
    const { options } = alarmNotice(...pushOf(0), { ...NOTHING, [fact]: true });
    expect(options).toMatchObject(SILENT);
    expect(options).not.toHaveProperty('vibrate');
  });

  it('vibrates once for an exercise', () => {
    const { options } = alarmNotice(...pushOf(0, { exercise: true }), NOTHING);
    expect(options.vibrate).toHaveLength(1);
  });
});

it('the end of an alarm replaces its newest notification without a sound', () => {
  const [push] = pushOf(0);
  const closing = closingNotice(push, ALARM, [shown(0), shown(2), shown(3, { alarmId: OTHER })]);
  expect(closing.options).toMatchObject({ tag: `${ALARM}:2`, silent: true });
  expect(closing.options.requireInteraction).toBe(false);
});

it('a push of an unknown kind is shown as it is', () => {
  const [push] = pushOf(0);
  const data = { kind: 'reminder' } as unknown as AlarmPush;
  const notice = plainNotice({ ...push, notification: { ...push.notification, data } });
  expect(notice).toMatchObject({
    title: 'Brandlarm – Storgatan 12',
    options: { data: { kind: 'reminder', navigate: `/app/alarm/${ALARM}` } },
  });
});

it('tells the notifications of one alarm from all others, and counts alarms', () => {
  const test = { tag: 'test', data: { kind: 'test' } };
  const all = [shown(0), shown(1), shown(0, { alarmId: OTHER }), test, { tag: '', data: null }];
  expect(ofAlarm(all, ALARM)).toHaveLength(2);
  expect(alarmCount(all)).toBe(2);
});
