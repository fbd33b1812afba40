import { useEffect } from 'react';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { Bar } from './bar.js';
import { ConnectionBar } from './connection-bar.js';
import { reportDevice } from '../device-report.js';
import { listenToReadiness } from '../../../lib/realtime/building-readiness.js';
import { SoundBar } from './sound-bar.js';
import { useUnprotectedMark } from './use-unprotected-mark.js';
import { VersionBar } from './version-bar.js';

/** Shows and reports on every signed-in page whether an alarm would reach it. Mounted once. */
export function ReadinessBars() {
  useEffect(() => {
    const stops = [reportDevice(), listenToReadiness()];
    return () => stops.forEach((stop) => stop());
  }, []);
  useUnprotectedMark();
  const refusal = useDeviceAck((ack) => ack.refusal);
  return (
    <>
      <VersionBar />
      <ConnectionBar />
      <Bar>{refusal}</Bar>
      <SoundBar />
    </>
  );
}
