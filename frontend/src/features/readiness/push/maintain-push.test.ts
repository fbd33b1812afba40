import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceId } from '../../../lib/browser/ids.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { useConnection } from '../../../lib/realtime/socket.js';
import { signOut } from '../../../lib/session/sign-in.js';
import { nothing, ok, serve, signInAs, unreachable } from '../../../testing/server.js';
import { type FakePush, fakePush, KEY, removeFakePush } from '../testing/push.js';
import { savedPush, updatePush, usePush } from '../push-state.js';
import { maintainPush } from './push-bar.js';

const answers = () => ({
  'GET /push/key': () => ok({ key: KEY }),
  'POST /push/subscriptions': () => ok({ id: 's' }, 201),
  'DELETE /push/subscriptions/s': nothing,
  'GET /devices': () => ok({ items: [{ id: deviceId(), ...saved }], next: null }),
  'POST /auth/sign-out': nothing,
});
/** The server's record of this device. */
let saved: object;
const SAVE = 'POST /push/subscriptions';
const push = () => usePush.getState().push;
const became = (state: string) => vi.waitFor(() => expect(push()).toBe(state));

let browser: FakePush;
let asked: ReturnType<typeof serve>;
let stop: () => void = () => undefined;
const calls = () => asked.map(({ method, path }) => `${method} ${path}`);

async function open(permission: NotificationPermission = 'granted', by: object = answers()) {
  browser = fakePush(permission);
  updatePush();
  asked = serve(by as ReturnType<typeof answers>);
  stop = maintainPush();
  await vi.waitFor(() => expect(push()).not.toBe('unsupported'));
}

beforeEach(async () => {
  await signInAs();
  useConnection.setState({ status: 'connected' });
  saved = { pushSubscription: 'live', readyByPush: true };
});
afterEach(() => {
  stop();
  stop = () => undefined;
  removeFakePush();
});

describe('a browser with the permission', () => {
  it('subscribes silently, and the server saves it for this device', async () => {
    await open();
    await became('on');
    expect(browser.requestPermission).not.toHaveBeenCalled();
    expect(browser.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: KEY,
    });
    const posted = asked.find(({ method }) => method === 'POST');
    expect(posted?.body).toEqual({
      deviceId: deviceId(),
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'p', auth: 'a' },
    });
  });

  it('keeps its subscription while the server’s key is the same, and replaces it after', async () => {
    await open();
    await became('on');
    stop();
    stop = maintainPush();
    await vi.waitFor(() => expect(calls().filter((one) => one === SAVE)).toHaveLength(2));
    expect(browser.subscribe).toHaveBeenCalledTimes(1);
    stop();
    asked = serve({ ...answers(), 'GET /push/key': () => ok({ key: 'BG90aGVy' }) });
    stop = maintainPush();
    await vi.waitFor(() => expect(browser.subscribe).toHaveBeenCalledTimes(2));
  });

  it('makes a subscription again that is gone', async () => {
    await open();
    await became('on');
    browser.subscription = null;
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(browser.subscribe).toHaveBeenCalledTimes(2));
    await became('on');
    expect(usePush.getState().lost).toBeFalsy();
  });

  it('saves the subscription once the server answers again', async () => {
    await open('granted', { ...answers(), 'POST /push/subscriptions': unreachable });
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(push()).toBe('off');
    asked = serve(answers());
    useConnection.setState({ status: 'down' });
    useConnection.setState({ status: 'connected' });
    await became('on');
  });

  it('renews a subscription that the push service has dropped, and remembers to say it', async () => {
    await open();
    await became('on');
    saved = { pushSubscription: 'dead', readyByPush: false };
    stop();
    asked.length = 0;
    stop = maintainPush();
    const reads = () => calls().filter((one) => one === 'GET /devices');
    await vi.waitFor(() => expect(reads()).toHaveLength(2));
    await new Promise((later) => setTimeout(later, 20));
    // One that is dropped again is not renewed for ever.
    expect(browser.subscribe).toHaveBeenCalledTimes(2);
    expect(usePush.getState()).toMatchObject({ push: 'on', lost: true });
  });
});

describe('a page that stays open', () => {
  const count = (call: string) => calls().filter((one) => one === call).length;
  const readings = () => count('GET /devices');
  const visit = () => document.dispatchEvent(new Event('visibilitychange'));

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await open();
    await vi.waitFor(() => expect(readings()).toBe(1));
    await vi.waitFor(() => expect(usePush.getState().saved).toBeDefined());
  });
  afterEach(() => vi.useRealTimers());

  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const reconnect = () => {
    useConnection.setState({ status: 'down' });
    useConnection.setState({ status: 'connected' });
  };

  it.each(['none', 'dead'])('subscribes again where the server’s is %s', async (state) => {
    saved = { pushSubscription: state, readyByPush: false };
    pass(60_000);
    visit();
    await vi.waitFor(() => expect(count(SAVE)).toBe(2));
    await vi.waitFor(() => expect(usePush.getState().saved?.readyByPush).toBe(false));
  });

  it('subscribes again where the server does not know its device', async () => {
    asked = serve({ ...answers(), 'GET /devices': () => ok({ items: [], next: null }) });
    pass(60_000);
    visit();
    await vi.waitFor(() => expect(count(SAVE)).toBe(1));
    expect(usePush.getState().saved?.readyByPush).toBeUndefined();
  });

  it('learns at a visit that its test is too old', async () => {
    saved = { pushSubscription: 'live', readyByPush: false };
    pass(60_000);
    visit();
    await vi.waitFor(() => expect(usePush.getState().saved?.readyByPush).toBe(false));
    expect(count(SAVE)).toBe(1);
  });

  it('asks at most once a minute, and again after the server could not answer', async () => {
    saved = { pushSubscription: 'none', readyByPush: false };
    pass(59_999);
    visit();
    asked = serve({ ...answers(), 'GET /devices': unreachable });
    pass(1);
    visit();
    await vi.waitFor(() => expect(readings()).toBe(1));
    asked = serve(answers());
    await vi.waitFor(() => {
      reconnect();
      expect(usePush.getState().saved?.pushSubscription).toBe('none');
    });
  });

  it('asks nothing when it connects again, because a whole building may', async () => {
    pass(60_000);
    reconnect();
    pass(60_000);
    visit();
    await vi.waitFor(() => expect(readings()).toBe(2));
  });

  it('subscribes again once it connects after the server cut it', async () => {
    useDeviceAck.setState({ build: 'abc' });
    useDeviceAck.setState({}, true);
    expect(usePush.getState().saved).toBeUndefined();
    reconnect();
    await vi.waitFor(() => expect(usePush.getState().saved?.pushSubscription).toBe('live'));
    expect(count(SAVE)).toBe(2);
  });
});

describe('a browser without the permission', () => {
  it.each(['default', 'denied'] as const)('that is %s sends and asks nothing', async (state) => {
    await open(state);
    await new Promise((later) => setTimeout(later, 20));
    expect(asked).toEqual([]);
    expect(browser.requestPermission).not.toHaveBeenCalled();
    expect(push()).toBe(state === 'denied' ? 'denied' : 'off');
  });

  it('reports it when it was taken away, and says so at the next visit', async () => {
    await open();
    await became('on');
    await vi.waitFor(() => expect(savedPush().id).toBe('s'));
    browser.permit('denied');
    await became('denied');
    await vi.waitFor(() => expect(calls()).toContain('DELETE /push/subscriptions/s'));
    expect(usePush.getState().lost).toBe(true);
  });
});

describe('a sign-out', () => {
  it('removes the subscription from this browser', async () => {
    await open();
    await became('on');
    await signOut();
    stop();
    await vi.waitFor(() => expect(browser.subscription).toBeNull());
    expect(savedPush()).toEqual({});
    expect(push()).toBe('off');
  });
});
