import type { ExerciseNews } from '@contract/exercises';
import { PAGES } from '@contract/paths';
import { useState } from 'react';
import { useServerNow } from '../../../lib/hooks/use-now.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { clockTime, shortDay } from '../../../lib/time/dates.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { Bar } from '../../../ui/bar.js';

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
