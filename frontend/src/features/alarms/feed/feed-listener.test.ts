import type { Sync } from '@contract/alarm';
import { ERRORS, type ErrorCode } from '@contract/errors';
import type { ServerToClientEvents } from '@contract/events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnection } from '../../../lib/realtime/socket.js';
import { wire } from '../../../testing/wire.js';
import { listen } from './feed-listener.js';
import { feedOf } from './feed-store.js';
import { makeAlarm, makeEvent, makeSync } from '../testing/fixtures.js';

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

let requested: string[];
let replyTo: (path: string) => unknown;
let refusal: ErrorCode | undefined;
let stop: () => void;

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const emit = <E extends keyof ServerToClientEvents>(
  event: E,
  payload?: Parameters<ServerToClientEvents[E]>[0],
) => wire.receive(event, payload);
const refuse = (code: ErrorCode) => {
  const { status, message } = ERRORS[code];
  return Response.json({ error: { code, message, requestId: 'r' } }, { status });
};
const activeIds = () => Object.keys(feedOf('b').active);

beforeEach(() => {
  vi.useFakeTimers();
  requested = [];
  replyTo = (path) => (path === '/api/auth/me' ? { memberships: [] } : makeSync());
  refusal = undefined;
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path);
    if (refusal) return Promise.resolve(refuse(refusal));
    const reply = replyTo(path);
    return reply ? Promise.resolve(Response.json(reply)) : Promise.reject(new TypeError('down'));
  });
  useConnection.setState({ status: 'connected', downSince: undefined });
  stop = listen(() => ['b']);
  emit('sync', makeSync({ reset: true, head: 4, active: [makeAlarm()] }));
});
afterEach(() => stop());

describe('the feed of a page', () => {
  it.each(['me:changed', 'building:left'] as const)('loads the user at %s', async (name) => {
    emit(name, { buildingId: 'b' });
    await pass(0);
    expect(requested).toEqual(['/api/auth/me']);
  });

  it('requests nothing while every event arrives', async () => {
    emit('alarm:event', makeEvent(5, { id: 'b' }));
    emit('building:head', { buildingId: 'b', epoch: 'e', seq: 5 });
    await pass(60_000);
    expect(requested).toEqual([]);
    expect(activeIds()).toEqual(['a', 'b']);
  });

  it('fetches the events in a gap, and holds those that arrive meanwhile', async () => {
    replyTo = () => makeSync({ head: 6, events: [makeEvent(5, { id: 'five' }), makeEvent(6)] });
    emit('alarm:event', makeEvent(6));
    expect(activeIds()).toEqual(['a']);
    emit('alarm:event', makeEvent(7, { id: 'seven' }));
    await pass(0);
    expect(requested[0]).toBe('/api/buildings/b/events?after=4&epoch=e');
    expect(activeIds()).toEqual(['a', 'five', 'seven']);
  });

  it('tries again when the gap could not be fetched', async () => {
    replyTo = () => undefined;
    emit('alarm:event', makeEvent(6, { status: 'resolved' }));
    await pass(0);
    replyTo = () => makeSync({ head: 6, events: [makeEvent(5)] });
    await pass(2_100);
    expect(activeIds()).toEqual([]);
  });

  it('fetches when the server’s head is newer than its last event', async () => {
    replyTo = () => makeSync({ head: 5, events: [makeEvent(5, { status: 'cancelled' })] });
    emit('building:head', { buildingId: 'b', epoch: 'e', seq: 5 });
    await pass(0);
    expect(requested).toHaveLength(1);
    expect(activeIds()).toEqual([]);
  });

  it('starts over after the database was set back, and shows the next alarm', async () => {
    replyTo = () => makeSync({ reset: true, head: 2, active: [makeAlarm({ id: 'kept' })] });
    emit('building:head', { buildingId: 'b', epoch: 'e', seq: 2 });
    await pass(0);
    expect(requested[0]).toBe('/api/buildings/b/events?after=4&epoch=e');
    expect(activeIds()).toEqual(['kept']);
    emit('alarm:event', makeEvent(3, { id: 'next' }));
    expect(activeIds()).toEqual(['kept', 'next']);
  });

  it('starts over at the first event of a new epoch, whatever its number', async () => {
    const active = [makeAlarm({ id: 'new' })];
    replyTo = () => makeSync({ epoch: 'f', reset: true, head: 3, active });
    emit('alarm:event', makeEvent(3, { id: 'new' }, 'f'));
    await pass(0);
    expect(activeIds()).toEqual(['new']);
    emit('alarm:event', makeEvent(4, { id: 'next' }, 'f'));
    expect(activeIds()).toEqual(['new', 'next']);
  });

  it.each(['online', 'pageshow'])('fetches on a window’s %s event', async (event) => {
    window.dispatchEvent(new Event(event));
    await pass(0);
    expect(requested).toHaveLength(1);
  });

  it('fetches when the page becomes visible again', async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(requested).toHaveLength(1);
  });

  it('polls while the socket is down for more than 2 s, and stops when it is back', async () => {
    useConnection.setState({ status: 'down', downSince: Date.now() });
    await pass(1_900);
    expect(requested).toEqual([]);
    await pass(200);
    expect(requested).toHaveLength(1);
    await pass(30_000);
    expect(requested.length).toBeGreaterThanOrEqual(9);
    expect(requested.length).toBeLessThanOrEqual(14);
    useConnection.setState({ status: 'connected', downSince: undefined });
    const count = requested.length;
    await pass(30_000);
    expect(requested).toHaveLength(count);
  });

  it('fetches once more for all that ask during a fetch, because its reply may be older', async () => {
    replyTo = () => makeSync({ head: 4 });
    for (let n = 0; n < 3; n += 1) window.dispatchEvent(new Event('online'));
    await pass(60_000);
    expect(requested).toHaveLength(2);
  });

  it('does not let a slow reply undo a newer event of the socket', async () => {
    stop();
    stop = listen(() => ['b']);
    let reply: (sync: Sync) => void = () => undefined;
    vi.stubGlobal('fetch', () =>
      new Promise<Sync>((resolve) => (reply = resolve)).then((sync) => Response.json(sync)),
    );
    window.dispatchEvent(new Event('online'));
    emit('sync', makeSync({ reset: true, head: 4, active: [makeAlarm()] }));
    emit('alarm:event', makeEvent(5, { status: 'resolved' }));
    await pass(0);
    reply(makeSync({ reset: true, head: 4, active: [makeAlarm()] }));
    await pass(0);
    expect(activeIds()).toEqual([]);
    expect(feedOf('b').cursor?.seq).toBe(5);
  });

  it('tries again, at growing intervals, until it succeeds', async () => {
    replyTo = () => undefined;
    window.dispatchEvent(new Event('online'));
    await pass(60_000);
    expect(requested.length).toBeGreaterThanOrEqual(7);
    expect(requested.length).toBeLessThanOrEqual(16);
    replyTo = () => makeSync({ head: 5, events: [makeEvent(5, { status: 'resolved' })] });
    await pass(10_000);
    expect(activeIds()).toEqual([]);
    const count = requested.length;
    await pass(60_000);
    expect(requested).toHaveLength(count);
  });

  it('does not wait for its next try when the page wakes up', async () => {
    replyTo = () => undefined;
    window.dispatchEvent(new Event('online'));
    await pass(30_000);
    const count = requested.length;
    replyTo = () => makeSync({ head: 5, events: [makeEvent(5, { status: 'resolved' })] });
    document.dispatchEvent(new Event('resume'));
    await pass(0);
    expect(requested).toHaveLength(count + 1);
    expect(activeIds()).toEqual([]);
  });

  it('does not repeat a refused request, and loads the user’s memberships instead', async () => {
    refusal = 'building.not_a_member';
    window.dispatchEvent(new Event('online'));
    await pass(60_000);
    expect(requested).toEqual(['/api/buildings/b/events?after=4&epoch=e', '/api/auth/me']);
  });

  it('takes the state at once when it is 500 events behind, and requests no events', async () => {
    const events = Array.from({ length: 50 }, (_, i) => makeEvent(5 + i, { id: `old ${i}` }));
    emit('sync', makeSync({ head: 504, events, more: true, active: [makeAlarm({ id: 'now' })] }));
    expect(activeIds()).toEqual(['now']);
    expect(feedOf('b').cursor?.seq).toBe(504);
    emit('building:head', { buildingId: 'b', epoch: 'e', seq: 504 });
    replyTo = () => ({ alarm: makeAlarm({ status: 'resolved' }), timeline: [] });
    await pass(60_000);
    expect(requested).toEqual(['/api/alarms/a']);
  });

  it('requests only once after an event of an earlier epoch', async () => {
    replyTo = () => makeSync({ head: 4 });
    emit('alarm:event', makeEvent(900, { id: 'lost' }, 'before the restore'));
    await pass(0);
    expect(requested).toHaveLength(1);
    emit('building:head', { buildingId: 'b', epoch: 'e', seq: 4 });
    await pass(60_000);
    expect(requested).toHaveLength(1);
    expect(activeIds()).toEqual(['a']);
  });

  it('requests at once when a half-open connection is noticed', async () => {
    useConnection.setState({ status: 'down', downSince: Date.now() - 15_000 });
    await pass(0);
    expect(requested).toHaveLength(1);
  });

  it('polls every building', async () => {
    stop();
    stop = listen(() => ['b', 'c']);
    useConnection.setState({ status: 'down', downSince: Date.now() });
    await pass(2_000);
    expect(requested).toEqual(['/api/buildings/b/events', '/api/buildings/c/events']);
  });

  it('starts over within 2 s of a restart, however long nothing answered', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    replyTo = () => undefined;
    useConnection.setState({ status: 'down', downSince: Date.now() });
    await pass(60_000);
    for (const { length } = requested; requested.length === length;) await pass(10);
    replyTo = () => makeSync({ reset: true, epoch: 'restored' });
    await pass(1_900);
    expect(feedOf('b').cursor?.epoch).toBe('restored');
  });

  it('polls in a hidden tab too, but not after sign-out', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    useConnection.setState({ status: 'down', downSince: Date.now() });
    await pass(10_000);
    expect([3, 4]).toContain(requested.length);
    useConnection.setState({ status: 'off', downSince: undefined });
    const count = requested.length;
    await pass(60_000);
    expect(requested).toHaveLength(count);
  });

  it('maps unknown types and statuses of a newer server to known ones', async () => {
    const unknown = { type: 'flood', status: 'paused', colour: 'blue' };
    const event = makeEvent(5, { id: 'new', ...(unknown as object) });
    emit('alarm:event', { ...event, kind: 'paused' as never });
    expect(feedOf('b').active['new']).toMatchObject({ type: 'other', status: 'active' });
    const over = { id: 'new', status: 'settled', endedAt: '2026-11-21T13:05:22.000Z' };
    emit('alarm:event', makeEvent(6, over as object));
    expect(activeIds()).toEqual(['a']);
    expect(feedOf('b').ended.map(({ id, status }) => [id, status])).toEqual([['new', 'resolved']]);
    await pass(60_000);
    expect(requested).toEqual([]);
  });

  it('requests the end of a vanished alarm until it arrives', async () => {
    replyTo = () => undefined;
    emit('sync', makeSync({ reset: true, head: 9 }));
    await pass(30_000);
    replyTo = () => ({ alarm: makeAlarm({ status: 'expired' }), timeline: [] });
    await pass(10_000);
    expect(feedOf('b').ended.map(({ id }) => id)).toEqual(['a']);
  });

  it('gives up a vanished alarm that the server does not have', async () => {
    refusal = 'alarm.not_found';
    emit('sync', makeSync({ epoch: 'restored', reset: true, head: 0 }));
    await pass(60_000);
    expect(requested).toEqual(['/api/alarms/a']);
    expect(feedOf('b').vanished).toEqual([]);
  });

  it('does not give up a vanished alarm after the 404 of a proxy', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>', { status: 404 })));
    emit('sync', makeSync({ reset: true, head: 9 }));
    await pass(30_000);
    expect(feedOf('b').vanished).toEqual(['a']);
  });

  it('requests the end of an alarm that is gone after a reset', async () => {
    replyTo = () => ({ alarm: makeAlarm({ status: 'expired' }), timeline: [] });
    emit('sync', makeSync({ reset: true, head: 9 }));
    await pass(0);
    expect(requested).toEqual(['/api/alarms/a']);
    expect(feedOf('b').ended.map(({ status }) => status)).toEqual(['expired']);
  });

  it('removes its handlers and clears the feed when it stops', () => {
    stop();
    expect([...wire.handlers.keys()]).not.toContain('sync');
    expect(feedOf('b').cursor).toBeUndefined();
  });
});
