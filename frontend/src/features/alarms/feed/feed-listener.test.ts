import type { Sync } from '@contract/alarm';
import type { ServerToClientEvents } from '@contract/events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnection } from '../../../lib/realtime/socket.js';
import { listen } from './feed-listener.js';
import { feedOf } from './feed-store.js';
import { makeAlarm, makeEvent, makeSync } from '../testing/fixtures.js';

const handlers = vi.hoisted(() => new Map<string, (payload: unknown) => void>());
vi.mock('../../../lib/realtime/socket.js', async (original) => ({
  ...(await original<typeof import('../../../lib/realtime/socket.js')>()),
  keepConnected: () => () => undefined,
  socket: {
    on: (event: string, handler: (payload: unknown) => void) => handlers.set(event, handler),
    off: (event: string) => handlers.delete(event),
  },
}));

let asked: string[];
let answerOf: (path: string) => unknown;
let refusal: number | undefined;
let stop: () => void;

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const tell = <E extends keyof ServerToClientEvents>(
  event: E,
  payload: Parameters<ServerToClientEvents[E]>[0],
) => handlers.get(event)?.(payload);
const activeIds = () => Object.keys(feedOf('b').active);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answerOf = () => makeSync();
  refusal = undefined;
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    if (refusal) return Promise.resolve(new Response('{}', { status: refusal }));
    const answer = answerOf(path);
    return answer ? Promise.resolve(Response.json(answer)) : Promise.reject(new TypeError('down'));
  });
  useConnection.setState({ status: 'connected', downSince: undefined });
  stop = listen(() => ['b']);
  tell('sync', makeSync({ reset: true, head: 4, active: [makeAlarm()] }));
});
afterEach(() => stop());

describe('listening', () => {
  it('asks for nothing while every step comes', async () => {
    tell('alarm:event', makeEvent(5, { id: 'b' }));
    tell('building:head', { buildingId: 'b', epoch: 'e', seq: 5 });
    await pass(60_000);
    expect(asked).toEqual([]);
    expect(activeIds()).toEqual(['a', 'b']);
  });

  it('fetches what lies in a gap, and holds what comes meanwhile', async () => {
    answerOf = () => makeSync({ head: 6, events: [makeEvent(5, { id: 'five' }), makeEvent(6)] });
    tell('alarm:event', makeEvent(6));
    expect(activeIds()).toEqual(['a']);
    tell('alarm:event', makeEvent(7, { id: 'seven' }));
    await pass(0);
    expect(asked[0]).toBe('/api/buildings/b/events?after=4&epoch=e');
    expect(activeIds()).toEqual(['a', 'five', 'seven']);
  });

  it('tries again when the gap could not be fetched', async () => {
    answerOf = () => undefined;
    tell('alarm:event', makeEvent(6, { status: 'resolved' }));
    await pass(0);
    answerOf = () => makeSync({ head: 6, events: [makeEvent(5)] });
    await pass(2_100);
    expect(activeIds()).toEqual([]);
  });

  it('fetches when the server’s head is further', async () => {
    answerOf = () => makeSync({ head: 5, events: [makeEvent(5, { status: 'cancelled' })] });
    tell('building:head', { buildingId: 'b', epoch: 'e', seq: 5 });
    await pass(0);
    expect(asked).toHaveLength(1);
    expect(activeIds()).toEqual([]);
  });

  it.each(['online', 'pageshow'])('fetches at %s', async (event) => {
    window.dispatchEvent(new Event(event));
    await pass(0);
    expect(asked).toHaveLength(1);
  });

  it('fetches when the page is looked at again', async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(asked).toHaveLength(1);
  });

  it('polls while the socket is down for more than 2 s, and stops when it is back', async () => {
    useConnection.setState({ status: 'down', downSince: Date.now() });
    await pass(1_900);
    expect(asked).toEqual([]);
    await pass(200);
    expect(asked).toHaveLength(1);
    await pass(30_000);
    expect(asked.length).toBeGreaterThanOrEqual(9);
    expect(asked.length).toBeLessThanOrEqual(14);
    useConnection.setState({ status: 'connected', downSince: undefined });
    const count = asked.length;
    await pass(30_000);
    expect(asked).toHaveLength(count);
  });

  it('does not let a slow answer undo what the socket told meanwhile', async () => {
    stop();
    stop = listen(() => ['b']);
    let answer: (sync: Sync) => void = () => undefined;
    vi.stubGlobal('fetch', () =>
      new Promise<Sync>((resolve) => (answer = resolve)).then((sync) => Response.json(sync)),
    );
    window.dispatchEvent(new Event('online'));
    tell('sync', makeSync({ reset: true, head: 4, active: [makeAlarm()] }));
    tell('alarm:event', makeEvent(5, { status: 'resolved' }));
    await pass(0);
    answer(makeSync({ reset: true, head: 4, active: [makeAlarm()] }));
    await pass(0);
    expect(activeIds()).toEqual([]);
    expect(feedOf('b').cursor?.seq).toBe(5);
  });

  it('tries again, ever slower, until it succeeds', async () => {
    answerOf = () => undefined;
    window.dispatchEvent(new Event('online'));
    await pass(60_000);
    expect(asked.length).toBeGreaterThanOrEqual(7);
    expect(asked.length).toBeLessThanOrEqual(16);
    answerOf = () => makeSync({ head: 5, events: [makeEvent(5, { status: 'resolved' })] });
    await pass(10_000);
    expect(activeIds()).toEqual([]);
    const count = asked.length;
    await pass(60_000);
    expect(asked).toHaveLength(count);
  });

  it('does not wait for its turn when the page wakes up', async () => {
    answerOf = () => undefined;
    window.dispatchEvent(new Event('online'));
    await pass(30_000);
    const count = asked.length;
    answerOf = () => makeSync({ head: 5, events: [makeEvent(5, { status: 'resolved' })] });
    document.dispatchEvent(new Event('resume'));
    await pass(0);
    expect(asked).toHaveLength(count + 1);
    expect(activeIds()).toEqual([]);
  });

  it('does not ask again where it is refused, but who it is', async () => {
    refusal = 403;
    window.dispatchEvent(new Event('online'));
    await pass(60_000);
    expect(asked).toEqual(['/api/buildings/b/events?after=4&epoch=e', '/api/auth/me']);
  });

  it('takes the state at once when it is 500 steps behind, and asks for nothing more', async () => {
    const events = Array.from({ length: 50 }, (_, i) => makeEvent(5 + i, { id: `old ${i}` }));
    tell('sync', makeSync({ head: 504, events, more: true, active: [makeAlarm({ id: 'now' })] }));
    expect(activeIds()).toEqual(['now']);
    expect(feedOf('b').cursor?.seq).toBe(504);
    tell('building:head', { buildingId: 'b', epoch: 'e', seq: 504 });
    answerOf = () => ({ alarm: makeAlarm({ status: 'resolved' }), timeline: [] });
    await pass(60_000);
    expect(asked).toEqual(['/api/alarms/a']);
  });

  it('asks once, not for ever, about a step of an epoch that is over', async () => {
    answerOf = () => makeSync({ head: 4 });
    tell('alarm:event', makeEvent(900, { id: 'lost' }, 'before the restore'));
    await pass(0);
    expect(asked).toHaveLength(1);
    tell('building:head', { buildingId: 'b', epoch: 'e', seq: 4 });
    await pass(60_000);
    expect(asked).toHaveLength(1);
    expect(activeIds()).toEqual(['a']);
  });

  it('asks at once when a half-open connection is noticed', async () => {
    useConnection.setState({ status: 'down', downSince: Date.now() - 15_000 });
    await pass(0);
    expect(asked).toHaveLength(1);
  });

  it('polls every house', async () => {
    stop();
    stop = listen(() => ['b', 'c']);
    useConnection.setState({ status: 'down', downSince: Date.now() });
    await pass(2_000);
    expect(asked).toEqual(['/api/buildings/b/events', '/api/buildings/c/events']);
  });

  it('polls in a hidden tab too, and not for somebody who is signed out', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    useConnection.setState({ status: 'down', downSince: Date.now() });
    await pass(10_000);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    useConnection.setState({ status: 'off', downSince: undefined });
    const count = asked.length;
    await pass(60_000);
    expect(asked).toHaveLength(count);
  });

  it('shows what a newer server tells in words that are new here', async () => {
    const unknown = { type: 'flood', status: 'paused', colour: 'blue' };
    tell('alarm:event', {
      ...makeEvent(5, { id: 'new', ...(unknown as object) }),
      kind: 'paused' as never,
    });
    expect(feedOf('b').active['new']).toMatchObject({ type: 'other', status: 'active' });
    const over = { id: 'new', status: 'settled', endedAt: '2026-11-21T13:05:22.000Z' };
    tell('alarm:event', makeEvent(6, over as object));
    expect(activeIds()).toEqual(['a']);
    expect(feedOf('b').ended.map(({ id, status }) => [id, status])).toEqual([['new', 'resolved']]);
    await pass(60_000);
    expect(asked).toEqual([]);
  });

  it('goes on asking how an alarm ended', async () => {
    answerOf = () => undefined;
    tell('sync', makeSync({ reset: true, head: 9 }));
    await pass(30_000);
    answerOf = () => ({ alarm: makeAlarm({ status: 'expired' }), timeline: [] });
    await pass(10_000);
    expect(feedOf('b').ended.map(({ id }) => id)).toEqual(['a']);
  });

  it('asks no more about an alarm that nobody knows any more', async () => {
    refusal = 404;
    tell('sync', makeSync({ epoch: 'restored', reset: true, head: 0 }));
    await pass(60_000);
    expect(asked).toEqual(['/api/alarms/a']);
    expect(feedOf('b').vanished).toEqual([]);
  });

  it('asks how an alarm ended that is gone after a reset', async () => {
    answerOf = () => ({ alarm: makeAlarm({ status: 'expired' }), timeline: [] });
    tell('sync', makeSync({ reset: true, head: 9 }));
    await pass(0);
    expect(asked).toEqual(['/api/alarms/a']);
    expect(feedOf('b').ended.map(({ status }) => status)).toEqual(['expired']);
  });

  it('forgets everything when it stops', () => {
    stop();
    expect(handlers.size).toBe(0);
    expect(feedOf('b').cursor).toBeUndefined();
  });
});
