import { ALARM_TYPES } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useMedia } from '../../lib/hooks/use-media.js';
import { activeMemberships, loadMe, retryMe, useMe } from '../../lib/session/me.js';
import { useSelectedBuilding } from '../../lib/session/selected-building.js';
import { KINDS } from '../../features/alarms/model/kinds.copy.js';
import { AlarmPage } from '../../features/alarms/panel/alarm-page.js';
import { AlarmPanel } from '../../features/alarms/panel/alarm-panel.js';
import { openSheet, useSend } from '../../features/alarms/send/send-store.js';
import { NeighboursReady } from '../../features/readiness/readiness-chip.js';
import { Button } from '../../ui/button.js';
import { Loading } from '../../ui/loaded.js';
import { optional } from '../../ui/optional.js';
import { Page } from '../../ui/pages/page.js';
import { Ring112 } from '../../ui/ring-112.js';

/** A window with room for cards around the buttons. */
const ROOM_FOR_CARDS = '(min-width: 64rem) and (min-height: 40rem)';

/** Past alarms are no emergency, so the panel does not wait for them. */
const cards = () => import('./panel-cards.js');
const PanelCards = optional(() => cards().then((module) => module.PanelCards));
const PausedNotice = optional(() => cards().then((module) => module.PausedNotice));
const HandoverLinks = optional(() => cards().then((module) => module.HandoverLinks));
const BuildingCard = optional(() => cards().then((module) => module.BuildingCard));
const PhoneLines = optional(() => cards().then((module) => module.PhoneLines));
// Both load lazily, so that members do not wait for them on the way to the panel.
const Pending = lazy(() =>
  import('../../features/buildings/join/ways-in.js').then((module) => ({
    default: module.Pending,
  })),
);
const WaysIn = lazy(() => import('../../features/buildings/join/ways-in.js'));

const LOOK_AGAIN_MS = 15_000;

/** Renders `/app` and the page of one alarm. A user without a building sees how to join one. */
export default function AppRoute() {
  const { status, me } = useMe();
  const { alarmId } = useParams();
  const hasRoom = useMedia(ROOM_FOR_CARDS);
  const members = activeMemberships(me);
  const pending = me?.memberships.filter((one) => one.status === 'pending') ?? [];
  const selected = useSelectedBuilding(members);
  useApproval(members.length === 0 && pending.length > 0);
  useShortcut(alarmId ? [] : members);

  if (!me) return status === 'failed' ? <Unreachable /> : <Loading />;
  if (members.length > 0) {
    const isManager = selected?.role === 'manager';
    const sheets = isManager && (
      <Suspense>
        <HandoverLinks memberships={members} />
      </Suspense>
    );
    if (alarmId) {
      return (
        <>
          <AlarmPage key={alarmId} alarmId={alarmId} memberships={members} />
          {sheets}
        </>
      );
    }
    return (
      <>
        <AlarmPanel
          memberships={members}
          aboutBuilding={(buildingId) => (
            <>
              {selected && !selected.maySend && (
                <Suspense>
                  <PausedNotice membership={selected} />
                </Suspense>
              )}
              <NeighboursReady key={buildingId} buildingId={buildingId} />
            </>
          )}
          isBeside={hasRoom}
          beside={(buildingId) => (
            <Suspense>
              <BuildingCard buildingId={buildingId} isManager={isManager} />
            </Suspense>
          )}
          below={(buildingId) =>
            hasRoom ? (
              <Suspense fallback={<div className="min-h-60" />}>
                <PanelCards buildingId={buildingId} />
              </Suspense>
            ) : (
              <Suspense fallback={<div className="min-h-12" />}>
                <PhoneLines buildingId={buildingId} />
              </Suspense>
            )
          }
        />
        {sheets}
      </>
    );
  }
  if (pending[0]) return <Pending membership={pending[0]} />;
  return <WaysIn demo={me.demo} />;
}

/** The socket reports an approval at once; polling serves a tab whose connection is lost. */
function useApproval(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void loadMe(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting]);
}

/** Opens the sheet that a shortcut of the installed app leads to. Sending still takes a press. */
function useShortcut(memberships: Membership[]): void {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const membership = useSelectedBuilding(memberships);
  useEffect(() => {
    const type = ALARM_TYPES.find((one) => KINDS[one].shortcut === hash);
    if (!type || !membership) return;
    // A reload must not open the sheet again.
    void navigate(pathname, { replace: true });
    // An open sheet may be sending, and shows how that goes.
    if (!useSend.getState().sheet) openSheet(membership, type);
  }, [hash, pathname, membership, navigate]);
}

function Unreachable() {
  return (
    <Page
      title="Larmpanel"
      heading="Ingen anslutning"
      width="measure"
      className="items-start gap-6"
    >
      <p>Vi kan inte läsa dina uppgifter just nu. Ring 112 vid fara.</p>
      <Ring112 />
      <Button variant="secondary" onClick={() => void retryMe()}>
        Försök igen
      </Button>
    </Page>
  );
}
