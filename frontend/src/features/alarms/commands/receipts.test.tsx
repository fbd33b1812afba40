import { act, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import {
  blockSound,
  dialog,
  receive,
  pass,
  press,
  receipts,
  ringing,
  serverAnswers,
  showHost,
  speaker,
} from '../testing/host.js';
import { karl } from '../testing/fixtures.js';

/** A tab reports received, sounding and seen only as far as they are true. */

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

let random: MockInstance<() => number>;
let visibility: MockInstance<() => DocumentVisibilityState>;

beforeEach(() => {
  vi.clearAllMocks();
  random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  showHost();
  blockSound();
});
afterEach(() => {
  random.mockRestore();
  visibility.mockRestore();
});

/** Presses on the page, after which the browser plays. */
const allowSound = async () => {
  act(() => speaker.press());
  await pass(0);
};

it('reports received at once, and not sounding while no sound runs', async () => {
  receive();
  await pass(0);
  expect(receipts).toEqual(['a received']);
});

it('reports sounding when the sound runs, not when it was requested', async () => {
  receive();
  await pass(0);
  expect(receipts).toEqual(['a received']);
  await allowSound();
  await pass(0);
  expect(receipts).toEqual(['a received', 'a sounding']);
  act(() => speaker.interrupt());
  await pass(2_000);
  expect(speaker.clips).toEqual(['fire full', 'fire full']);
  expect(receipts).toHaveLength(2);
});

it('does not report the sound of another alarm', async () => {
  receive({ id: 'b', type: 'medical' });
  receive({ type: 'fire' });
  await allowSound();
  await pass(0);
  expect(ringing()).toBe('fire full');
  expect(receipts).toContain('a sounding');
  expect(receipts.filter((one) => one.startsWith('b'))).toEqual(['b received']);
});

it('reports seen only after the person has acted on the alarm', async () => {
  receive();
  await allowSound();
  await pass(60_000);
  expect(receipts).not.toContain('a seen');
  press('Tysta ljudet');
  await pass(0);
  expect(receipts).toContain('a seen');
});

it('sends what it reports in one moment as one receipt with the furthest level', async () => {
  receive({ witnesses: [{ ...karl, at: new Date().toISOString() }] });
  await pass(0);
  expect(receipts).toEqual(['a seen']);
});

it('repeats a receipt until the server has it', async () => {
  random.mockReturnValue(1);
  serverAnswers(() => Promise.reject(new Error('offline')));
  receive();
  await pass(5_000);
  expect(receipts.length).toBe(3);
  serverAnswers(() => Promise.resolve(new Response(null, { status: 204 })));
  await pass(2_000);
  expect(receipts.length).toBe(4);
  await pass(60_000);
  expect(receipts.length).toBe(4);
  expect(within(dialog()).getByRole('heading', { level: 1 })).toBeTruthy();
});

const refuse = (status: number, code: string) =>
  serverAnswers(() =>
    Promise.resolve(Response.json({ error: { code, message: '', requestId: '' } }, { status })),
  );

it('repeats a receipt that a busy server has refused, later each time', async () => {
  random.mockReturnValue(1);
  refuse(503, 'system.busy');
  receive();
  const counts: number[] = [];
  for (const seconds of [0, 1, 2, 4, 4]) {
    await pass(seconds * 1_000);
    counts.push(receipts.length);
  }
  expect(counts).toEqual([1, 2, 3, 4, 5]);
});

it('does not repeat a receipt that was refused', async () => {
  refuse(404, 'alarm.not_found');
  receive();
  await pass(30_000);
  expect(receipts).toEqual(['a received']);
});

describe('in a building with many connected tabs', () => {
  const receiveIn = (receiptsWithinMs: number) => receive({}, { receiptsWithinMs });

  it('waits for a random moment, and sends everything of until then as one receipt', async () => {
    receiveIn(1_000);
    await allowSound();
    await pass(499);
    expect(receipts).toEqual([]);
    await pass(1);
    expect(receipts).toEqual(['a sounding']);
    press('Tysta ljudet');
    await pass(0);
    expect(receipts).toEqual(['a sounding', 'a seen']);
  });

  it('waits two seconds at most, whatever the server says', async () => {
    random.mockReturnValue(0.999);
    receiveIn(1e9);
    await pass(1_900);
    expect(receipts).toEqual([]);
    await pass(100);
    expect(receipts).toEqual(['a received']);
  });

  it.each([NaN, -1, '1000 ms'])('does not wait for a spread of %s', async (spread) => {
    receiveIn(spread as number);
    await pass(0);
    expect(receipts).toEqual(['a received']);
  });

  it.each<[string, () => void]>([
    [
      'hidden',
      () => {
        visibility.mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
    ['frozen', () => document.dispatchEvent(new Event('freeze'))],
    ['closed', () => window.dispatchEvent(new Event('pagehide'))],
  ])('sends what it owes at once, and once, when it is %s', async (_what, leave) => {
    receiveIn(1_000);
    await pass(100);
    expect(receipts).toEqual([]);
    leave();
    await pass(0);
    expect(receipts).toEqual(['a received']);
    await pass(2_000);
    expect(receipts).toEqual(['a received']);
  });

  it('does not wait in a hidden page, whose timers may be late', async () => {
    visibility.mockReturnValue('hidden');
    receiveIn(1_000);
    await pass(0);
    expect(receipts).toEqual(['a received']);
  });
});
