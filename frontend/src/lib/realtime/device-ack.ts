import { create } from 'zustand';

export interface DeviceAck {
  /** The build that the server serves now. */
  build?: string;
  /** When the member last confirmed a sound test here; null: never; undefined: unknown. */
  testedAt?: string | null;
}

/** The server's answer to this tab's last report; empty until the server has saved this device. */
export const useDeviceAck = create<DeviceAck>(() => ({}));
