import type { Alarm, Answer } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { CircleCheck } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { Ring112 } from '../../ui/ring-112.js';
import { COPY } from './alarms.copy.js';
import { clockTime, shortAddress } from './format.js';
import type { PendingAnswer } from './answers.js';

interface EndedAlarmProps {
  alarm: Alarm;
  membership: Membership | undefined;
  headingId: string;
  answer: Answer | PendingAnswer | undefined;
  onClose: () => void;
}

/** Calm, and unmistakably not an alarm: it says that it is over, who said so, and when. */
export function EndedAlarm({ alarm, membership, headingId, answer, onClose }: EndedAlarmProps) {
  const { title, text } = wordsOf(alarm, membership?.id);
  return (
    <div className="mx-auto flex min-h-full max-w-form flex-col justify-center gap-6 p-6">
      <CircleCheck aria-hidden="true" strokeWidth={2} className="size-16 text-ok-text" />
      <div className="flex flex-col gap-3">
        {membership && <p className="text-muted">{shortAddress(membership.building)}</p>}
        <h1 id={headingId} tabIndex={-1} className="text-alarm">
          {title}
        </h1>
        <p className="text-button">{text}</p>
      </div>
      {answer?.response === 'need_help' && <p className="font-semibold">{COPY.ended.stillHelp}</p>}
      <Button size="answer" onClick={onClose}>
        {COPY.ended.close}
      </Button>
      <Ring112 address={membership?.building.address} className="w-full flex-wrap *:w-full" />
    </div>
  );
}

function wordsOf(alarm: Alarm, ownId: string | undefined): { title: string; text: string } {
  const { ended } = COPY;
  const { status, exercise, endedBy, endedAt, expiresAt } = alarm;
  const time = clockTime(endedAt ?? expiresAt);
  const who = endedBy?.membershipId === ownId ? ended.you : (endedBy?.name ?? ended.nobody);
  if (status !== 'cancelled' && status !== 'resolved') {
    return { title: ended.expired, text: ended.by.expired(time) };
  }
  if (exercise) return { title: ended.exercise, text: ended.by.exercise(who, time) };
  return { title: ended[status], text: ended.by[status](who, time) };
}
