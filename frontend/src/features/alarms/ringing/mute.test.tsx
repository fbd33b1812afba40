import type { Mute } from '@contract/alarm';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { recordMute, recordSync } from '../feed/feed-store.js';
import {
  dialog,
  pass,
  press,
  receipts,
  receive,
  ringing,
  sent,
  serverAnswers,
  showHost,
} from '../testing/host.js';
import { anna, makeAlarm, makeSync, NOW } from '../testing/fixtures.js';

/** "Tysta ljudet" mutes all devices of one person, this tab at once, and no other person's. */

beforeEach(showHost);

const muteOf = (change: object = {}) => ({
  alarmId: 'a',
  muted: true,
  at: new Date(NOW + 1_000).toISOString(),
  ...change,
});
const receiveMute = (change: object = {}) => act(() => recordMute(muteOf(change)));

it('a mute is sent for every active alarm, and for none that begins later', async () => {
  receive();
  receive({ id: 'm', type: 'medical' });
  // The page's first request takes longer than the next ones; here that is a receipt.
  await pass(0);
  press('Tysta ljudet');
  await pass(0);
  expect(sent).toEqual(
    ['a', 'm'].map((id) => ({ path: `/api/alarms/${id}/mute`, body: { muted: true } })),
  );
  expect(ringing()).toBe('');
  receive({ id: 'o', type: 'other' });
  expect(ringing()).toBe('other full');
});

it('a mute takes effect without a connection, and is shown as late until it is saved', async () => {
  serverAnswers(() => Promise.reject(new TypeError('offline')));
  receive();
  press('Tysta ljudet');
  expect(ringing()).toBe('');
  await pass(0);
  expect(dialog().textContent).toContain('Tystat här, men inte på andra enheter.');
  serverAnswers(() => Promise.resolve(Response.json(muteOf())));
  await pass(2_000);
  expect(dialog().textContent).toContain('Ljudet är tystat på dina enheter.');
  expect(ringing()).toBe('');
  await pass(60_000);
  expect(sent).toHaveLength(2);
});

it('a mute from another device mutes here, reports no `seen`, and yields to a newer unmute', async () => {
  receive();
  receiveMute();
  await pass(0);
  expect(ringing()).toBe('');
  expect(dialog().textContent).toContain('Ljudet är tystat på dina enheter.');
  expect(receipts).toEqual(['a received']);
  receiveMute({ muted: false, at: new Date(NOW + 2_000).toISOString() });
  expect(ringing()).toBe('fire full');
  receiveMute();
  expect(ringing()).toBe('fire full');
});

it('a mute outlasts a reload, unless it was undone meanwhile', () => {
  const sync = (muted: Mute[], ms: number) =>
    act(() =>
      recordSync(
        makeSync({
          active: [makeAlarm()],
          reset: true,
          head: 1,
          muted,
          serverNow: new Date(NOW + ms).toISOString(),
        }),
      ),
    );
  sync([muteOf()], 2_000);
  expect(screen.getByRole('alertdialog', { name: 'Brandlarm' })).toBeTruthy();
  expect(ringing()).toBe('');
  sync([], 500);
  expect(ringing()).toBe('');
  sync([], 3_000);
  expect(ringing()).toBe('fire full');
});

it('a mute is lifted at once by a press of another home, also where no timer runs', () => {
  receive();
  receiveMute();
  const at = new Date(NOW + 10_400).toISOString();
  receive(
    { witnesses: [{ ...anna, home: { apartment: '1401' }, at }], witnessCount: 1 },
    { serverNow: new Date(NOW + 10_420).toISOString() },
  );
  expect(ringing()).toBe('fire full');
});
