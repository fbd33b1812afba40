import { build } from '../../../lib/browser/env.js';
import { useMayReload } from '../../../lib/browser/reload.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { Button } from '../../../ui/button.js';
import { Bar } from './bar.js';
import { READINESS } from '../readiness.copy.js';
import { useSelfUpdate } from './use-self-update.js';

/** Offers an update when the server serves another build than this page's, except in an alarm. */
export function VersionBar() {
  const served = useDeviceAck((ack) => ack.build);
  const newer = isOther(served) ? served : undefined;
  const isFree = useMayReload();
  useSelfUpdate(newer);
  if (!newer || !isFree) return <Bar />;
  return (
    <Bar
      action={
        <Button variant="secondary" className="shrink-0" onClick={() => window.location.reload()}>
          {READINESS.version.update}
        </Button>
      }
    >
      {READINESS.version.newer}
    </Bar>
  );
}

function isOther(served: string | undefined): boolean {
  return served !== undefined && served !== 'dev' && build() !== 'dev' && served !== build();
}
