import { create } from 'zustand';

export interface DeviceAck {
  /** The build that the server serves now. */
  build?: string;
  /** The time of the member's last confirmed test here (ISO 8601); null: never; undefined: unknown. */
  testedAt?: string | null;
  /** The server's words when it does not count this device, because the user has too many. */
  refusal?: string;
}

/** The server's answer to this tab's last report; empty until the server has saved this device. */
export const useDeviceAck = create<DeviceAck>(() => ({}));
