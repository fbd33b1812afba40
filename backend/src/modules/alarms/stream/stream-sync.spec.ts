import type { AlarmRecord } from '../model/alarm.js';
import type { StreamSlice } from './stream-reader.repository.js';
import { syncOf } from './stream-sync.js';

const NOW = new Date('2025-11-21T12:00:00.000Z');

function record(overrides: Partial<AlarmRecord> = {}): AlarmRecord {
  return {
    id: 'alarm',
    buildingId: 'building',
    type: 'fire',
    exercise: false,
    status: 'active',
    senderId: 'sender',
    witnesses: [],
    witnessCount: 0,
    needHelp: [],
    raisedAt: '2025-11-21T11:30:00.000Z',
    expiresAt: '2025-11-21T12:30:00.000Z',
    ...overrides,
  };
}

/** Each event has a time of its own. */
const timeOf = (seq: number): string =>
  new Date(Date.parse('2025-11-21T11:30:00.000Z') + 1_000 * seq).toISOString();

/** Returns a slice with the events from `first` to `head`. */
function slice(first: number, head: number, overrides: Partial<AlarmRecord> = {}): StreamSlice {
  const seqs = Array.from({ length: Math.max(0, head - first + 1) }, (_, n) => first + n);
  const events = seqs.map((seq) => ({
    seq,
    kind: 'updated' as const,
    record: record(overrides),
    // PostgreSQL writes times in JSON like this.
    at: timeOf(seq).replace('.000Z', '+00:00'),
  }));
  const rest = { active: [record(overrides)], names: {}, members: [], memberVersion: null };
  return { epoch: 'now', head, after: first - 1, events, ...rest };
}

const sync = (
  given: StreamSlice,
  cursor: { epoch?: string; seq: number; at?: string } | undefined,
  limits: { events: number; bytes?: number } = { events: 50 },
) => syncOf(given, { buildingId: 'building', cursor, now: NOW, limits });

const seqs = ({ events }: { events: { seq: number }[] }): number[] => events.map(({ seq }) => seq);

describe('a sync', () => {
  it('contains the events after the cursor, even if the slice begins earlier', () => {
    const result = sync(slice(1, 4), { epoch: 'now', seq: 2 });
    expect(result).toMatchObject({ reset: false, head: 4, more: false });
    expect(seqs(result)).toEqual([3, 4]);
    expect(sync(slice(1, 4), { epoch: 'now', seq: 1 }).more).toBe(false);
  });

  it('continues a cursor at the head, and has the time of the head', () => {
    const headAt = new Date(timeOf(4));
    const result = sync({ ...slice(1, 4), headAt }, { epoch: 'now', seq: 4 });
    expect(result).toMatchObject({ reset: false, events: [], more: false });
    expect(result.headAt).toBe(timeOf(4));
  });

  it.each([
    ['before the read', 2, new Date(timeOf(2))],
    ['in the middle of the read', 4, new Date(timeOf(2))],
    ['no longer saved', 2, null],
  ])('continues a cursor whose event is %s', (_case, seq, afterAt) => {
    const cursor = { epoch: 'now', seq, at: timeOf(seq) };
    const result = sync({ ...slice(3, 5), ...(afterAt !== undefined && { afterAt }) }, cursor);
    expect(result.reset).toBe(false);
  });

  it.each([
    ['before the read', 2],
    ['in the middle of the read', 4],
  ])('is a reset when the event of the cursor is another one %s', (_case, seq) => {
    const cursor = { epoch: 'now', seq, at: timeOf(9) };
    const result = sync({ ...slice(3, 5), afterAt: new Date(timeOf(2)) }, cursor);
    expect(result).toMatchObject({ reset: true, events: [] });
  });

  it.each([
    ['no cursor', undefined],
    ['a cursor of another epoch', { epoch: 'before', seq: 2 }],
    ['a cursor ahead of the head', { epoch: 'now', seq: 5 }],
  ])('is a reset without events for %s', (_case, cursor) => {
    expect(sync(slice(1, 4), cursor)).toMatchObject({ reset: true, events: [], more: false });
  });

  it('is a reset without events when the event after the cursor is gone', () => {
    expect(sync(slice(3, 4), { epoch: 'now', seq: 1 })).toMatchObject({ reset: true, events: [] });
    for (const seq of [1, 3]) {
      expect(sync(slice(5, 4), { epoch: 'now', seq })).toMatchObject({ reset: true, events: [] });
    }
  });

  it('contains at most the limit of events and says that there are more', () => {
    const result = sync(slice(1, 60), { epoch: 'now', seq: 0 });
    expect(result.events).toHaveLength(50);
    expect(result.more).toBe(true);
  });

  it('contains at most the limit of bytes and says that there are more', () => {
    const result = sync(
      slice(1, 40, { note: 'å'.repeat(2_000) }),
      { epoch: 'now', seq: 0 },
      {
        events: 50,
        bytes: 64 * 1024,
      },
    );
    expect(Buffer.byteLength(JSON.stringify(result.events))).toBeLessThan(64 * 1024);
    expect(result.events.length).toBeGreaterThan(10);
    expect(result.more).toBe(true);
  });

  it('uses the limit of bytes to its last one', () => {
    const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
    const { events, active } = sync(slice(1, 2), { epoch: 'now', seq: 0 });
    const bytes = [...events, active].reduce((sum, one) => sum + bytesOf(one), 0);
    const limited = (limit: number) =>
      sync(slice(1, 2), { epoch: 'now', seq: 0 }, { events: 50, bytes: limit });
    expect(seqs(limited(bytes))).toEqual([1, 2]);
    expect(seqs(limited(bytes - 1))).toEqual([1]);
  });

  it('contains no event when the first one is too large, and says that there are more', () => {
    const result = sync(slice(1, 4), { epoch: 'now', seq: 0 }, { events: 50, bytes: 10 });
    expect(result).toMatchObject({ reset: false, events: [], more: true });
  });

  it('contains at most the limit of bytes of active alarms, as a reset with more to fetch', () => {
    const active = Array.from({ length: 60 }, (_, n) =>
      record({ id: `alarm ${n}`, note: 'å'.repeat(1_000) }),
    );
    const limits = { events: 50, bytes: 64 * 1024 };
    const result = sync({ ...slice(1, 4), active }, { epoch: 'now', seq: 2 }, limits);
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(66 * 1024);
    expect(result).toMatchObject({ reset: true, more: true, events: [] });
    expect(result.active.length).toBeGreaterThan(10);
    expect(result.active[0]?.id).toBe('alarm 0');
    const whole = sync({ ...slice(1, 4), active }, { epoch: 'now', seq: 2 });
    expect([whole.reset, whole.active.length]).toEqual([false, 60]);
  });

  it('contains the newest active alarm, however large it is', () => {
    const limits = { events: 50, bytes: 10 };
    const active = slice(1, 4).active.slice(0, 1);
    const result = sync({ ...slice(1, 4), active }, { epoch: 'now', seq: 2 }, limits);
    expect(result.active).toHaveLength(1);
    expect(result.reset).toBe(false);
  });

  it('omits an active alarm that has reached its `expiresAt`', () => {
    expect(sync(slice(1, 1, { expiresAt: NOW.toISOString() }), undefined).active).toEqual([]);
  });
});
