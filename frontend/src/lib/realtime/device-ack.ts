import { create } from 'zustand';

export interface DeviceAck {
  /** The build that the server serves now. */
  build?: string;
  /** When this person last heard a test on this device; null for never, undefined: not known. */
  testedAt?: string | null;
}

/** What the server said to this tab's last report of itself; empty until it keeps this device. */
export const useDeviceAck = create<DeviceAck>(() => ({}));
