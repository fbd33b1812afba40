import type { Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { isolated } from '@contract/written-text';
import { type ReactNode, useEffect } from 'react';
import { LatestAlarms } from '../../features/alarms/history/latest-alarms.js';
import { useAlarms } from '../../features/alarms/ongoing/use-alarms.js';
import { listHomes, listMembers } from '../../features/buildings/buildings-api.js';
import { BuildingNow, HomesReady } from '../../features/buildings/members/building-now.js';
import { useSoundCard, useSoundOffer } from '../../features/readiness/readiness-bars.js';
import { READINESS } from '../../features/readiness/readiness.copy.js';
import { testedText, useReadiness, useTestOffer } from '../../features/readiness/use-readiness.js';
import { arm } from '../../lib/audio/audio.js';
import { useLoad } from '../../lib/hooks/use-load.js';
import { useBuildingReadiness } from '../../lib/realtime/building-readiness.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { useServerNow } from '../../lib/time/clock.js';
import { longMoment } from '../../lib/time/dates.js';
import { Button, buttonClass } from '../../ui/button.js';
import { CARD } from '../../ui/card.js';
import { Link, LONE_LINK } from '../../ui/link.js';
import { Names } from '../../ui/names.js';
import { Notice } from '../../ui/notice.js';
import { Section } from '../../ui/pages/page.js';

const COPY = {
  latest: 'Senaste larm',
  toHistory: 'Hela historiken',
  toBuilding: 'Till husets sida',
  exercise: 'Nästa övning',
  exerciseAt: (when: string) => `${when}. Ingen fara.`,
  noExercise: 'Ingen övning det närmaste dygnet.',
  noticed: 'Du får besked ett dygn före.',
  toExercises: 'Alla övningar',
  device: 'Den här enheten',
  tested: (when: string) => `Testad ${when}.`,
  toDevices: 'Alla dina enheter',
};

/** The lines below the alarm buttons of a phone. */
export function PhoneLines({ buildingId }: { buildingId: string }) {
  const offer = useTestOffer();
  return (
    <>
      {/* On a short screen only the readiness chip leads to the test. */}
      {offer && (
        <Link to={PAGES.check} className={`${LONE_LINK} short:hidden`}>
          {offer}
        </Link>
      )}
      <LatestAlarms buildingId={buildingId} />
    </>
  );
}

/** The cards below the alarm buttons in a wide window. */
export function PanelCards({ buildingId }: { buildingId: string }) {
  return (
    <div className="mt-6 grid gap-4 xl:grid-cols-3">
      <Card>
        <Section heading={COPY.latest} className="gap-1">
          <LatestAlarms buildingId={buildingId} />
          <Link to={PAGES.history} className={LONE_LINK}>
            {COPY.toHistory}
          </Link>
        </Section>
      </Card>
      <Card>
        <NextExercise buildingId={buildingId} />
      </Card>
      <Card>
        <ThisDevice />
      </Card>
    </div>
  );
}

/**
 * Links a manager to the sheets for the rescue service of the alarms that go on, each in a tab of its own: this
 * one goes on to show the alarm.
 */
export function HandoverLinks({ memberships }: { memberships: Membership[] }) {
  const { active } = useAlarms(memberships.filter(({ role }) => role === 'manager'));
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {active.map(({ id }) => (
        <a
          key={id}
          href={`${PAGES.handover}#${id}`}
          target="_blank"
          className={buttonClass({ variant: 'secondary' })}
        >
          Räddningsblad
        </a>
      ))}
    </div>
  );
}

/** Tells a member whose right to send is paused why, before they press. */
export function PausedNotice({ membership: { pauseReason } }: { membership: Membership }) {
  return (
    <Notice>
      <p className="font-semibold">Styrelsen har pausat din rätt att larma. Ring 112 vid fara.</p>
      {pauseReason && (
        <p>
          <Names in={`Skälet: ${isolated(pauseReason)}`} />
        </p>
      )}
    </Notice>
  );
}

const Card = ({ children }: { children: ReactNode }) => (
  <div className={`bg-page p-5 ${CARD}`}>{children}</div>
);

/** Draws the building beside the buttons: for managers each home, for residents how many are ready. */
export function BuildingCard({
  buildingId,
  isManager,
}: {
  buildingId: string;
  isManager: boolean;
}) {
  if (isManager) return <ManagedBuilding key={buildingId} buildingId={buildingId} />;
  return (
    <Card>
      <HomesReady buildingId={buildingId} />
    </Card>
  );
}

/** The members are read again when the number of ready neighbours changes, the homes are not. */
function ManagedBuilding({ buildingId }: { buildingId: string }) {
  const ready = useBuildingReadiness(buildingId)?.neighboursReady;
  const { data: homes } = useLoad(buildingId, (signal) => listHomes(buildingId, signal));
  const { data: members } = useLoad(`${buildingId} ${ready}`, (signal) =>
    listMembers(buildingId, signal),
  );
  if (!members || !homes) return null;
  return (
    <Card>
      <BuildingNow members={members.filter(({ status }) => status === 'active')} homes={homes} />
      <Link to={PAGES.building} className={`mt-2 ${LONE_LINK}`}>
        {COPY.toBuilding}
      </Link>
    </Card>
  );
}

/** Members are told a day before; the list of those that are planned is for managers. */
function NextExercise({ buildingId }: { buildingId: string }) {
  const membership = useMe(({ me }) =>
    activeMemberships(me).find(({ building }) => building.id === buildingId),
  );
  const at = membership?.exerciseAt;
  const nowMs = useServerNow(at !== undefined);
  const isAhead = at !== undefined && Date.parse(at) > nowMs;
  return (
    <Section heading={COPY.exercise} className="gap-2">
      <p>{isAhead ? COPY.exerciseAt(longMoment(at)) : COPY.noExercise}</p>
      {!isAhead && <p className="text-meta text-muted">{COPY.noticed}</p>}
      {membership?.role === 'manager' && (
        <Link to={PAGES.buildingExercises} className={LONE_LINK}>
          {COPY.toExercises}
        </Link>
      )}
    </Section>
  );
}

function ThisDevice() {
  const state = useReadiness();
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const offer = useTestOffer();
  return (
    <Section heading={COPY.device} className="items-start gap-2">
      <p>
        <span className="font-semibold">{`${READINESS.state[state]}.`}</span>
        {testedAt && <span>{` ${COPY.tested(testedText(testedAt))}`}</span>}
      </p>
      <SoundOffer />
      {offer && (
        <Link to={PAGES.check} className={buttonClass({ variant: 'secondary' })}>
          {offer}
        </Link>
      )}
      <Link to={PAGES.profile} className={LONE_LINK}>
        {COPY.toDevices}
      </Link>
    </Section>
  );
}

/**
 * Offers the sound below the alarm buttons. A bar would cover the end of the page, and on a phone, where
 * this card has no room, it stands within reach of the thumb.
 */
function SoundOffer() {
  const offer = useSoundOffer();
  useEffect(() => {
    useSoundCard.setState({ isShown: true });
    return () => useSoundCard.setState({ isShown: false });
  }, []);
  return (
    <div role="status" className="w-full empty:absolute">
      {offer && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-warn-ink/20 bg-warn p-3 font-semibold text-warn-ink">
          <span>{offer}</span>
          <Button variant="secondary" onClick={arm}>
            {READINESS.sound.turnOn}
          </Button>
        </div>
      )}
    </div>
  );
}
