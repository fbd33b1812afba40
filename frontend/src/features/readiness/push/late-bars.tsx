import type { ExerciseNews } from '@contract/exercises';
import { PAGES } from '@contract/paths';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSound } from '../../../lib/audio/sound-state.js';
import { request } from '../../../lib/net/http.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { useServerNow } from '../../../lib/time/clock.js';
import { clockTime, shortDay } from '../../../lib/time/dates.js';
import { Bar } from '../../../ui/bar.js';
import { Names } from '../../../ui/names.js';
import { LATE_BARS } from './late-bars.copy.js';
import { useNoticePages } from './notice-pages.js';
import { PushBar } from './push-bar.js';
import { VersionBar } from './version-bar.js';

/** The bars that an alarm does not need. They are loaded after it. */
export function LateBars() {
  useNoticePages();
  return (
    <>
      <VersionBar />
      <ResetLinkBar />
      <PushBar />
      <ReminderBar />
      <ExerciseBar />
      <TextsBar />
    </>
  );
}

/** Shows that somebody made a link to the user's account. The profile lets the user delete it. */
export function ResetLinkBar() {
  const link = useMe((state) => state.me?.resetLink);
  if (!link) return <Bar />;
  return (
    <Bar action={{ text: LATE_BARS.resetLink.toProfile, to: PAGES.profile }}>
      <Names in={LATE_BARS.resetLink.made(link.madeBy)} />
    </Bar>
  );
}

/** Passes on that a manager asked for a test, until a device was tested. */
export function ReminderBar() {
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const isReminded = useMe(({ me }) =>
    activeMemberships(me).some(({ remindedAt }) => remindedAt && remindedAt > (testedAt ?? '')),
  );
  return (
    <Bar action={isReminded && { text: 'Testa nu', to: PAGES.check }}>
      {isReminded && <span>Styrelsen ber dig testa att larm når dig.</span>}
    </Bar>
  );
}

const TEXTS: string[] = [PAGES.terms, PAGES.privacy];

/** Announces that the terms or the privacy policy have changed, until the person opens one of them. */
export function TextsBar() {
  const hasChanged = useMe(({ me }) => me?.textsChanged);
  const { pathname } = useLocation();
  const isRead = hasChanged && TEXTS.includes(pathname);
  useEffect(() => {
    if (!isRead) return;
    useMe.setState(({ me }) => ({ me: me && { ...me, textsChanged: undefined } }));
    // Without an answer the bar comes back at the next visit.
    request('POST', '/auth/me/texts-read').catch(() => undefined);
  }, [isRead]);
  return (
    <Bar action={hasChanged && { text: 'Läs', to: PAGES.terms }}>
      {hasChanged && <span>Villkor och integritetspolicy är ändrade.</span>}
    </Bar>
  );
}

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', weekday: 'long' });

const WHY: Record<NonNullable<NonNullable<ExerciseNews['missedExercise']>['reason']>, string> = {
  away: 'ResQ var inte öppet, och aviseringar är av.',
  push_dead: 'Aviseringarna har slutat fungera.',
  push_unseen: 'Aviseringen skickades, men visades inte.',
  silent: 'ResQ var öppet, men utan ljud.',
};

/** Announces an exercise the day before, and tells a member whom the last one did not reach how to mend it. */
export function ExerciseBar() {
  const me = useMe((state) => state.me);
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const [closed, setClosed] = useState<string>();
  // Two bars would lie over a button of the panel on a phone, and without sound nothing else matters.
  const isBlocked = useSound(({ state }) => state === 'blocked');
  const members = isBlocked ? [] : activeMemberships(me);
  const planned = members.flatMap(({ exerciseAt }) => exerciseAt ?? []);
  const nowMs = useServerNow(planned.length > 0);
  const at = planned.find((one) => Date.parse(one) > nowMs);
  const missed = members
    .map(({ missedExercise }) => missedExercise)
    .find((one) => one && one.at > (testedAt ?? ''));
  const isNew = at !== undefined && at !== closed;
  return (
    <>
      <Bar action={isNew && { text: 'Stäng', onClick: () => setClosed(at) }}>
        {isNew && (
          <span>
            {`Övning ${DAY.format(new Date(at))} ${clockTime(at)}. Ingen fara. Står det Brandlarm är det på riktigt.`}
          </span>
        )}
      </Bar>
      <Bar action={missed && { text: 'Testa nu', to: PAGES.check }}>
        {missed && (
          <span>
            {`Övningen ${shortDay(missed.at)} nådde inte dig. ${missed.reason ? WHY[missed.reason] : ''}`.trim()}
          </span>
        )}
      </Bar>
    </>
  );
}
