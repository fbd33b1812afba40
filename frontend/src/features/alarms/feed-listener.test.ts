import type { Sync } from '@contract/alarm';
import type { ServerToClientEvents } from '@contract/events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnection } from '../../lib/socket.js';
import { listen } from './feed-listener.js';
import { feedOf } from './feed-store.js';
import { makeAlarm, makeEvent, makeSync } from './testing.js';

const handlers = vi.hoisted(() => new Map<string, (payload: unknown) => void>());
vi.mock('../../lib/socket.js', async (original) => ({
  ...(await original<typeof import('../../lib/socket.js')>()),
  keepConnected: () => () => undefined,
  socket: {
    on: (event: string, handler: (payload: unknown) => void) => handlers.set(event, handler),
    off: (event: string) => handlers.delete(event),
  },
}));

let asked: string[];
let answerOf: (path: string) => unknown;
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
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
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
