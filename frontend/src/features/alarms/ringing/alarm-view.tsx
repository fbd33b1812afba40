import type { Alarm, ResponseKind } from '@contract/alarm';
import type { Membership } from '@contract/http';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.js';
import { setWindow, silence, unsilence } from '../commands/attention.js';
import { responses } from '../commands/outbox.js';
import { recordClosed } from '../feed/feed-store.js';
import { isMine, isSilenced, kindOf } from '../model/alarm-rules.js';
import { COPY } from '../model/alarms.copy.js';
import { KINDS } from '../model/kinds.copy.js';
import { EndedAlarm } from '../ongoing/ended-alarm.js';
import { OngoingAlarm } from '../ongoing/ongoing-alarm.js';
import type { Alarms } from '../ongoing/use-alarms.js';
import { AlarmDialog } from './alarm-dialog.js';
import { IncomingAlarm } from './incoming-alarm.js';

interface AlarmViewProps {
  alarm: Alarm;
  alarms: Alarms;
  membership: Membership | undefined;
  headingId: string;
  /** A bar that stays above the alarm. */
  bar: ReactNode;
  onNext: () => void;
}

/** Shows one alarm over the whole page: incoming, ongoing or ended. */
export function AlarmView({ alarm, alarms, membership, headingId, bar, onNext }: AlarmViewProps) {
  const isNew = !isMine(alarm, alarms.person) && !alarms.person.responded.has(alarm.id);
  const moment = alarm.status !== 'active' ? 'ended' : isNew ? 'incoming' : 'ongoing';
  const close = () => recordClosed(alarm);
  const titles = alarms.active.map((one) => KINDS[kindOf(one)].title);
  const needsHelp = alarms.responses[alarm.id]?.response === 'need_help';
  const minimise = () => setWindow(alarm.id, 'minimised');
  const silenceAll = () => silence(alarms.active, alarm);
  const onRespond = (response: ResponseKind) => {
    // A response minimises the alarm, but a person who needs help is still asked for their place.
    setWindow(alarm.id, 'open');
    responses.submit(alarm, { response });
  };

  const edge = alarm.exercise ? 'alarm-exercise' : 'alarm-breathing';
  const surface =
    moment === 'incoming'
      ? `alarm-surface ${edge} ${KINDS[kindOf(alarm)].surface}`
      : 'bg-page text-ink';
  return (
    <AlarmDialog
      headingId={headingId}
      content={`${alarm.id} ${moment}`}
      className={surface}
      bar={bar}
      onEscape={moment !== 'ended' ? silenceAll : needsHelp ? () => undefined : close}
    >
      {moment === 'ended' && (
        <EndedAlarm
          alarm={alarm}
          membership={membership}
          headingId={headingId}
          response={alarms.responses[alarm.id]}
          onClose={close}
        />
      )}
      {moment === 'incoming' && (
        <IncomingAlarm
          key={alarm.id}
          alarm={alarm}
          membership={membership}
          headingId={headingId}
          nowMs={alarms.nowMs}
          isSilenced={isSilenced(alarm, alarms.person, alarms.nowMs)}
          titles={titles}
          onNext={onNext}
          onRespond={onRespond}
          onSilence={silenceAll}
          onUnsilence={() => unsilence(alarm)}
          onMinimise={minimise}
        />
      )}
      {moment === 'ongoing' && (
        <div className="mx-auto max-w-page px-4 pt-4 lg:p-8">
          <OngoingAlarm
            key={alarm.id}
            alarm={alarm}
            alarms={alarms}
            membership={membership}
            headingId={headingId}
            others={{ titles, onNext }}
            lastAction={
              <Button variant="secondary" onClick={minimise}>
                {COPY.incoming.minimise}
              </Button>
            }
          />
        </div>
      )}
    </AlarmDialog>
  );
}
