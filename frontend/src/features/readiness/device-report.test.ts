import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSound } from '../../lib/audio/sound-state.js';
import { useConnection } from '../../lib/realtime/socket.js';
import { wire } from '../../testing/wire.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { reportDevice, reportInaudible, reportTested } from './device-report.js';
import { PUSH_KEY, updatePush, usePush } from './push-state.js';
import { acceptReports, reports, servedAs, visible } from './testing/devices.js';

vi.mock('socket.io-client', () => import('../../testing/wire.js'));

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  wire.reset();
  wire.connected = true;
  servedAs('abc');
  useConnection.setState({ status: 'connected' });
  useSound.setState({ state: 'blocked', playing: null });
});
afterEach(() => stop());

describe('a tab', () => {
  it('reports its state at each connection and at every change', async () => {
    acceptReports();
    stop = reportDevice();
    expect(reports()).toEqual([
      { sound: 'blocked', push: 'unsupported', visible: true, build: 'abc' },
    ]);
    useSound.setState({ state: 'armed' });
    useSound.setState({ playing: 'fire' });
    expect(reports().map(({ sound }) => sound)).toEqual(['blocked', 'armed']);
    visible(false);
    expect(reports().at(-1)).toMatchObject({ sound: 'armed', visible: false });
    useConnection.setState({ status: 'down' });
    useConnection.setState({ status: 'connected' });
    expect(reports()).toHaveLength(4);
    await pass(60_000);
    expect(reports()).toHaveLength(4);
  });

  describe('that has been acknowledged', () => {
    const handshake = () =>
      new Promise<{ state?: unknown }>((resolve) => wire.options.auth(resolve as () => void));
    const disconnect = () => {
      wire.connected = false;
      useConnection.setState({ status: 'down' });
    };
    const connect = () => {
      wire.connected = true;
      useConnection.setState({ status: 'connected' });
    };
    const reconnect = async () => {
      disconnect();
      const { state } = await handshake();
      connect();
      return state;
    };

    beforeEach(async () => {
      acceptReports({ testedAt: '2026-11-01T10:00:00.000Z' });
      stop = reportDevice();
      await pass(0);
      expect(reports()).toHaveLength(1);
    });

    it('reports with the handshake of its next connection', async () => {
      const state = { sound: 'blocked', push: 'unsupported', visible: true, build: 'abc' };
      expect(await reconnect()).toEqual(state);
      wire.receive('device:accepted', { build: 'new' });
      await pass(60_000);
      expect(reports()).toHaveLength(1);
      const testedAt = '2026-11-01T10:00:00.000Z';
      expect(useDeviceAck.getState()).toMatchObject({ build: 'new', testedAt });
    });

    it('reports by itself when no node accepts the handshake, or one cannot save it', async () => {
      await reconnect();
      await pass(1_999);
      expect(reports()).toHaveLength(1);
      await pass(1);
      expect(reports()).toHaveLength(2);
      await reconnect();
      wire.receive('device:accepted', { build: 'abc' });
      wire.receive('device:refused');
      expect(reports()).toHaveLength(3);
      await pass(60_000);
      expect(reports()).toHaveLength(3);
    });

    it('reports what has changed between handshake and connection', async () => {
      disconnect();
      await handshake();
      useSound.setState({ state: 'armed' });
      connect();
      expect(reports()).toHaveLength(1);
      wire.receive('device:accepted', { build: 'abc' });
      expect(reports().at(-1)).toMatchObject({ sound: 'armed' });
    });

    it('reports by itself while the server does not count it', async () => {
      const error = { code: 'device.too_many', message: 'Du har redan 20 anslutna enheter.' };
      wire.answer = () => ({ ok: false, error });
      visible(true);
      await pass(0);
      expect(await reconnect()).toBeUndefined();
      expect(reports()).toHaveLength(3);
    });

    it('reports by itself until an inaudible test is saved', async () => {
      wire.answer = () => Promise.reject(new Error('timeout'));
      reportInaudible();
      expect(await reconnect()).toBeUndefined();
      expect(reports().at(-1)).toMatchObject({ tested: false });
      acceptReports();
      await pass(5_000);
      expect(await reconnect()).toBeDefined();
    });

    it('reports by itself after the server cut it, which may have removed the device', async () => {
      wire.lose('io server disconnect');
      expect(useDeviceAck.getState()).toEqual({});
      acceptReports({ testedAt: null });
      expect(await reconnect()).toBeUndefined();
      expect(reports()).toHaveLength(2);
      await pass(0);
      expect(useDeviceAck.getState().testedAt).toBeNull();
    });

    it('reports with the next handshake after a lost network', async () => {
      wire.lose('transport close');
      expect(await reconnect()).toBeDefined();
      expect(useDeviceAck.getState().testedAt).toBe('2026-11-01T10:00:00.000Z');
    });

    it('gives nothing for the next user', async () => {
      stop();
      expect((await handshake()).state).toBeUndefined();
    });
  });

  it('reports the state of push, and every change of it', () => {
    const permit = (permission: string) => {
      vi.stubGlobal('Notification', { permission });
      updatePush();
    };
    vi.stubGlobal('PushManager', class {});
    permit('default');
    acceptReports();
    stop = reportDevice();
    permit('granted');
    localStorage.setItem(PUSH_KEY, JSON.stringify({ id: 's' }));
    updatePush();
    updatePush();
    permit('denied');
    localStorage.removeItem(PUSH_KEY);
    permit('default');
    expect(reports().map(({ push }) => push)).toEqual(['off', 'on', 'denied', 'off']);
    vi.unstubAllGlobals();
    updatePush();
    expect(usePush.getState().push).toBe('unsupported');
  });

  it('repeats its current state until the server acknowledges it', async () => {
    wire.answer = () => Promise.reject(new Error('timeout'));
    stop = reportDevice();
    await pass(5_000);
    useSound.setState({ state: 'armed' });
    await pass(0);
    acceptReports({ build: 'def', testedAt: '2026-11-01T10:00:00.000Z' });
    await pass(5_000);
    expect(reports().map(({ sound }) => sound)).toEqual(['blocked', 'blocked', 'armed', 'armed']);
    await pass(60_000);
    expect(reports()).toHaveLength(4);
    expect(useDeviceAck.getState()).toEqual({ build: 'def', testedAt: '2026-11-01T10:00:00.000Z' });
  });

  it('reports a test once, and fails when it is not saved', async () => {
    acceptReports();
    stop = reportDevice();
    await reportTested();
    expect(reports().at(-1)?.tested).toBe(true);
    expect(useDeviceAck.getState().testedAt).toBe(new Date().toISOString());
    wire.answer = () => ({ ok: false, error: { code: 'system.unavailable' } });
    await expect(reportTested()).rejects.toThrow('system.unavailable');
    acceptReports();
    await pass(5_000);
    expect(reports().at(-1)?.tested).toBeUndefined();
  });

  it('shows why the server does not count it, until it does', async () => {
    const error = { code: 'device.too_many', message: 'Du har redan 20 anslutna enheter.' };
    wire.answer = () => ({ ok: false, error });
    stop = reportDevice();
    await pass(0);
    expect(useDeviceAck.getState().refusal).toBe('Du har redan 20 anslutna enheter.');
    acceptReports();
    await pass(5_000);
    expect(useDeviceAck.getState().refusal).toBeUndefined();
  });

  it('forgets the acknowledgement of a member who signed out', async () => {
    acceptReports({ testedAt: '2026-11-01T10:00:00.000Z' });
    stop = reportDevice();
    await pass(0);
    stop();
    expect(useDeviceAck.getState()).toEqual({});
  });
});
