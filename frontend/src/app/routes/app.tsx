import { lazy, useEffect } from 'react';
import { AlarmPanel } from '../../features/alarms/alarm-panel.js';
import { Pending } from '../../features/buildings/pending.js';
import { activeMemberships, loadMe, useMe } from '../../lib/me.js';
import { Button } from '../../ui/button.js';
import { Loading } from '../../ui/loading.js';
import { PageTitle } from '../../ui/page-title.js';
import { Ring112 } from '../../ui/ring-112.js';

// Late, because its forms would weigh on the way to the panel.
const WaysIn = lazy(() => import('../../features/buildings/ways-in.js'));

const LOOK_AGAIN_MS = 15_000;

/** `/app`: the panel for members, and for everybody else the way to become one. */
export default function AppRoute() {
  const { status, me } = useMe();
  const members = activeMemberships(me);
  const pending = me?.memberships.filter((one) => one.status === 'pending') ?? [];
  useApproval(members.length === 0 && pending.length > 0);

  if (!me) return status === 'failed' ? <Unreachable /> : <Loading />;
  if (members.length > 0) return <AlarmPanel memberships={members} />;
  if (pending[0]) return <Pending membership={pending[0]} />;
  return <WaysIn demo={me.demo} />;
}

/** The socket tells of an approval at once; this is for a tab whose connection is lost. */
function useApproval(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void loadMe(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting]);
}

function Unreachable() {
  return (
    <div className="flex max-w-measure flex-col items-start gap-6">
      <PageTitle title="Larmpanel">Ingen anslutning</PageTitle>
      <p>Vi kan inte läsa dina uppgifter just nu. Ring 112 vid fara.</p>
      <Ring112 />
      <Button variant="secondary" onClick={() => void loadMe()}>
        Försök igen
      </Button>
    </div>
  );
}
