import { type ComponentType, useEffect, useState } from 'react';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { Bar } from './bar.js';
import { ConnectionBar } from './connection-bar.js';
import { reportDevice } from '../device-report.js';
import { listenToReadiness } from '../../../lib/realtime/building-readiness.js';
import { SoundBar } from './sound-bar.js';
import { useTabFace } from './use-tab-face.js';
import { VersionBar } from './version-bar.js';

/** Shows and reports on every signed-in page whether an alarm would reach it. Mounted once. */
export function ReadinessBars() {
  useEffect(() => {
    const stops = [reportDevice(), listenToReadiness()];
    return () => stops.forEach((stop) => stop());
  }, []);
  useTabFace();
  const PushBar = usePushBar();
  const refusal = useDeviceAck((ack) => ack.refusal);
  return (
    <>
      <VersionBar />
      <ConnectionBar />
      <Bar>{refusal}</Bar>
      {PushBar && <PushBar />}
      <SoundBar />
    </>
  );
}

/** Loads what keeps push working after the alarm's own code. Without it, only the bar is missing. */
function usePushBar(): ComponentType | undefined {
  const [PushBar, setPushBar] = useState<ComponentType>();
  useEffect(() => {
    import('../push/push-bar.js').then(
      (module) => setPushBar(() => module.PushBar),
      () => undefined,
    );
  }, []);
  return PushBar;
}
