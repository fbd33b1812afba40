import type { DeviceStateRequest } from '../../src/contract/devices.js';
import type { Tab } from './client.js';

export const ARMED: DeviceStateRequest = {
  sound: 'armed',
  push: 'off',
  visible: true,
  build: 'test',
};
export const BLOCKED: DeviceStateRequest = { ...ARMED, sound: 'blocked' };
export const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0.0.0 Mobile Safari/537.36';

/** @param state also what no tab of ours would say */
export const say = (tab: Tab, state: unknown) =>
  tab.socket.emitWithAck('device:state', state as DeviceStateRequest);

/** Presence is written four times a second: what is asked for comes true, or the test's time runs out. */
export async function until<T>(ask: () => Promise<T>, wanted: T): Promise<void> {
  while ((await ask()) !== wanted) await new Promise((again) => setTimeout(again, 50));
}
