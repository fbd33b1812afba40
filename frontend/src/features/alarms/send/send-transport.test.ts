import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchNetwork } from '../../../lib/net/network.js';
import { socket } from '../../../lib/realtime/socket.js';
import { answer, press } from '../testing/sending.js';
import { transport } from './send-loop.js';

watchNetwork();

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('with connected %s and online %s, the socket is used: %s', (connected, online, expected) => {
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  socket.connected = connected;
  expect(transport.socketIsUp()).toBe(expected);
  socket.connected = false;
  window.dispatchEvent(new Event('online'));
});

describe('a request of the press', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    socket.connected = false;
  });

  it('is `alarm:raise` on the socket, which owes the answer for five seconds', async () => {
    const emitWithAck = vi.fn(() => Promise.resolve({ ok: true, ...answer }));
    const timeout = vi.spyOn(socket, 'timeout').mockReturnValue({ emitWithAck } as never);
    socket.connected = true;
    expect(await transport.bySocket(press)).toMatchObject(answer);
    expect(timeout).toHaveBeenCalledWith(5_000);
    expect(emitWithAck).toHaveBeenCalledWith('alarm:raise', press);
  });

  it('is sent to the building’s alarms over HTTP', async () => {
    const { buildingId, ...body } = press;
    const fetch = vi.fn((_path: string, _init: RequestInit) =>
      Promise.resolve(Response.json(answer)),
    );
    vi.stubGlobal('fetch', fetch);
    expect(await transport.byHttp(press, new AbortController().signal)).toEqual(answer);
    const [path, init] = fetch.mock.lastCall!;
    expect(path).toBe(`/api/buildings/${buildingId}/alarms`);
    expect(JSON.parse(init.body as string)).toEqual(body);
  });

  it.each([
    ['after five seconds', 5_000, false],
    ['with the sending that is over', 0, true],
  ])('over HTTP ends %s', async (_, afterMs, isOver) => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const sending = new AbortController();
    let ended = false;
    const request = transport.byHttp(press, sending.signal).catch((error: unknown) => {
      ended = true;
      return error;
    });
    await vi.advanceTimersByTimeAsync(afterMs && afterMs - 1);
    expect(ended).toBe(false);
    if (isOver) sending.abort();
    await vi.advanceTimersByTimeAsync(afterMs && 1);
    expect(ended).toBe(true);
    expect(await request).toMatchObject(isOver ? { name: 'AbortError' } : { status: 0 });
  });
});
