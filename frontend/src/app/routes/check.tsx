import { PracticeAlarm } from '../../features/alarms/practice/practice-alarm.js';
import { listDevices } from '../../features/profile/profile-api.js';
import { deviceName } from '../../features/profile/profile.copy.js';
import CheckPage from '../../features/readiness/check/check-page.js';
import { deviceId } from '../../lib/browser/ids.js';
import { useLoad } from '../../lib/hooks/use-load.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';

/** Renders `/app/check`, with the name that the user gave this device. */
export default function CheckRoute() {
  // The server may save a new device after the list was read; the key then changes.
  const isRegistered = useDeviceAck(({ testedAt }) => testedAt !== undefined);
  const { data } = useLoad(isRegistered ? 'registered' : 'unregistered', listDevices);
  const own = data?.find(({ id }) => id === deviceId());
  return <CheckPage practice={<PracticeAlarm />} device={own && deviceName(own)} />;
}
