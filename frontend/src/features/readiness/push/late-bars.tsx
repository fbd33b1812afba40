import { PAGES } from '@contract/paths';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { request } from '../../../lib/net/http.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { Bar } from '../../../ui/bar.js';
import { Names } from '../../../ui/names.js';
import { ExerciseBar } from './exercise-bar.js';
import { LATE_BARS } from './late-bars.copy.js';
import { PushBar } from './push-bar.js';
import { VersionBar } from './version-bar.js';

/** The bars that an alarm does not need. They are loaded after it. */
export function LateBars() {
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
