import type { Alarm } from '@contract/alarm';
import { COPY } from '../model/alarms.copy.js';
import { exactTime, personText } from '../model/format.js';
import { useSend } from '../send/send-store.js';

/** The one sentence somebody waits for after pressing. It is said only when the server kept it. */
export function SentLine({ alarm }: { alarm: Alarm }) {
  const sent = useSend((state) => state.sent);
  const isThis = sent?.answer.alarm.id === alarm.id;
  return (
    <p role="alert" className="font-bold empty:absolute">
      {isThis && !sent.answer.merged && COPY.sent.at(exactTime(alarm.raisedAt))}
      {isThis &&
        sent.answer.merged &&
        COPY.sent.joined(personText(alarm.sender), exactTime(sent.atMs))}
    </p>
  );
}
