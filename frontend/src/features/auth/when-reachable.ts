import { useDeviceAck } from '../../lib/realtime/device-ack.js';

/** After this time the bars at the bottom of the page show what is missing. */
const PATIENCE_MS = 10_000;

/** Resolves to true once the server knows this tab and sends it alarms, to false when it is late. */
export function whenReachable(): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isReachable: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(isReachable);
    };
    const look = () => {
      if (useDeviceAck.getState().build !== undefined) settle(true);
    };
    const timer = setTimeout(() => settle(false), PATIENCE_MS);
    const unsubscribe = useDeviceAck.subscribe(look);
    look();
  });
}
