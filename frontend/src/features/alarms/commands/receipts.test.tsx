import { act, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSound } from '../../../lib/audio/sound-state.js';
import {
  dialog,
  receive,
  pass,
  press,
  receipts,
  serverAnswers,
  showHost,
} from '../testing/host.js';
import { karl } from '../testing/fixtures.js';

/** A tab reports received, sounding and seen only as far as they are true. */

vi.mock('../../../lib/audio/audio.js', async (original) => ({
  ...(await original<typeof import('../../../lib/audio/audio.js')>()),
  setRinging: vi.fn(),
  playEnd: vi.fn(),
  watchSound: () => () => undefined,
}));
vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

beforeEach(() => {
  vi.clearAllMocks();
  showHost();
});

const sounds = (playing: 'fire' | null) => act(() => useSound.setState({ playing }));

it('reports received at once, and not sounding while no sound runs', async () => {
  receive();
  await pass(0);
  expect(receipts).toEqual(['a received']);
});

it('reports sounding when the sound runs, not when it was requested', async () => {
  receive();
  await pass(0);
  sounds('fire');
  await pass(0);
  expect(receipts).toEqual(['a received', 'a sounding']);
  sounds(null);
  sounds('fire');
  await pass(0);
  expect(receipts).toHaveLength(2);
});

it('does not report the sound of another alarm', async () => {
  receive({ id: 'b', type: 'medical' });
  sounds('fire');
  await pass(0);
  expect(receipts).toEqual(['b received']);
});

it('reports seen only after the person has acted on the alarm', async () => {
  receive();
  await pass(60_000);
  expect(receipts).not.toContain('a seen');
  press('Tysta ljudet');
  await pass(0);
  expect(receipts).toContain('a seen');
});

it('reports seen for a witness', async () => {
  receive({ witnesses: [{ ...karl, at: new Date().toISOString() }] });
  await pass(0);
  expect(receipts).toEqual(['a received', 'a seen']);
});

it('repeats a receipt until the server has it', async () => {
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

it('does not repeat a receipt that was refused', async () => {
  serverAnswers(() =>
    Promise.resolve(
      Response.json(
        { error: { code: 'alarm.not_found', message: '', requestId: '' } },
        { status: 404 },
      ),
    ),
  );
  receive();
  await pass(30_000);
  expect(receipts).toEqual(['a received']);
});
