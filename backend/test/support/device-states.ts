import type { DeviceStateRequest } from '../../src/contract/devices.js';
import type { Tab } from './client.js';
import { ARRIVES_MS, until } from './wait-until.js';

export const ARMED: DeviceStateRequest = {
  sound: 'armed',
  push: 'off',
  visible: true,
  build: 'test',
};
export const BLOCKED: DeviceStateRequest = { ...ARMED, sound: 'blocked' };
export const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0.0.0 Mobile Safari/537.36';

/** @param state may be invalid, to test the refusal */
export const say = (tab: Tab, state: unknown) =>
  tab.socket.emitWithAck('device:state', state as DeviceStateRequest);

/** Waits until `ask` returns the wanted value: presence is saved only ten times a second. */
export const untilIs = <T>(ask: () => Promise<T>, wanted: T): Promise<void> =>
  until(`it is ${String(wanted)}`, ARRIVES_MS, async () => (await ask()) === wanted);
