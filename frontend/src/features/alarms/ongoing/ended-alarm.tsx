import type { Alarm, Reach } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { pastAlarmPath } from '@contract/paths';
import { isolated } from '@contract/written-text';
import { CircleCheck } from 'lucide-react';
import { clockTime } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { Link, LONE_LINK } from '../../../ui/link.js';
import { Names } from '../../../ui/names.js';
import { Ring112 } from '../../../ui/ring-112.js';
import { useFeed } from '../feed/feed-store.js';
import { COPY } from '../model/alarms.copy.js';
import { shortAddress } from '../model/format.js';
import { openSheet } from '../send/send-store.js';
import type { GivenResponse } from './use-alarms.js';

interface EndedAlarmProps {
  alarm: Alarm;
  membership: Membership | undefined;
  headingId: string;
  response: GivenResponse | undefined;
  onClose: () => void;
}

/** Shows that an alarm is over, who ended it and when. It must not look like an alarm. */
export function EndedAlarm({ alarm, membership, headingId, response, onClose }: EndedAlarmProps) {
  const { title, text } = wordsOf(alarm, membership?.id);
  const isStillAsked = membership && response?.response === 'need_help';
  const reach = useFeed((state) => state.reach[alarm.id]);
  return (
    <div className="mx-auto grid min-h-full max-w-form content-center gap-6 p-6 low:p-4 sideways:max-w-none sideways:grid-cols-2 ">
      <div className="flex flex-col gap-4 low:gap-2">
        <CircleCheck
          aria-hidden="true"
          strokeWidth={2}
          className="size-16 text-ok-text low:size-10"
        />
        {membership && (
          <p className="text-muted">
            <Names in={isolated(shortAddress(membership.building))} />
          </p>
        )}
        <h1 id={headingId} tabIndex={-1} className="text-alarm sideways:text-h2">
          {title}
        </h1>
        <p className="text-button">
          <Names in={text} />
        </p>
        <div>
          <p>{storyOf(alarm, reach)}</p>
          {!isStillAsked && (
            <Link to={pastAlarmPath(alarm.id)} onClick={onClose} className={LONE_LINK}>
              {COPY.ended.story}
            </Link>
          )}
        </div>
      </div>
      <div className="flex flex-col gap-6 low:gap-3">
        {isStillAsked ? (
          <StillHelp membership={membership} onClose={onClose} />
        ) : (
          <Button size="answer" onClick={onClose}>
            {COPY.ended.close}
          </Button>
        )}
        <Ring112 address={membership?.building.address} className="w-full flex-wrap *:w-full" />
      </div>
    </div>
  );
}

/** "Det pågick i 3 minuter. 9 av 14 lägenheter svarade. 1 bad om hjälp.", as far as the person may know */
export function storyOf(alarm: Alarm, reach: Reach | undefined): string {
  const { raisedAt, endedAt, expiresAt, needHelp } = alarm;
  const lastedMs = Date.parse(endedAt ?? expiresAt) - Date.parse(raisedAt);
  const { homes = 0, responded = 0 } = reach?.counts ?? {};
  return [
    COPY.ended.lasted(Math.max(1, Math.round(lastedMs / 60_000))),
    homes > 0 && COPY.ended.responded(responded, homes),
    needHelp.length > 0 && COPY.ended.called(needHelp.length),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Asks a person who called for help whether they still need it after the end of the alarm. */
function StillHelp({ membership, onClose }: { membership: Membership; onClose: () => void }) {
  const callAgain = () => {
    onClose();
    openSheet(membership, 'medical');
  };
  return (
    <section className="flex flex-col gap-4 rounded-card border-2 border-ink p-4">
      <h2 className="text-h2">{COPY.ended.stillHelp.question}</h2>
      <div className="grid grid-cols-2 gap-3">
        <Button size="answer" onClick={callAgain}>
          {COPY.ended.stillHelp.yes}
        </Button>
        <Button size="answer" variant="secondary" onClick={onClose}>
          {COPY.ended.stillHelp.no}
        </Button>
      </div>
    </section>
  );
}

/** Returns the words for how an alarm ended, by whom, and when. */
export function wordsOf(alarm: Alarm, ownId: string | undefined): { title: string; text: string } {
  const { ended } = COPY;
  const { status, exercise, endedBy, endedAt, expiresAt } = alarm;
  const time = clockTime(endedAt ?? expiresAt);
  const name = endedBy ? isolated(endedBy.name) : ended.nobody;
  const who = endedBy?.membershipId === ownId ? ended.you : name;
  const isOverdue = status !== 'cancelled' && status !== 'resolved';
  const words = exercise ? ended.ofExercise : ended.ofAlarm;
  return {
    title: exercise ? ended.exercise : ended[isOverdue ? 'expired' : status],
    text: isOverdue ? words.expired(time) : words.by(who, time),
  };
}
