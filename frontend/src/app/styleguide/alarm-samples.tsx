import { type Alarm, ALARM_TYPES } from '@contract/alarm';
import { TIMES } from '@contract/limits';
import type { Membership } from '@contract/http';
import { useState } from 'react';
import { KINDS } from '../../features/alarms/model/kinds.copy.js';
import { AlarmDialog } from '../../features/alarms/ringing/alarm-dialog.js';
import { IncomingAlarm } from '../../features/alarms/ringing/incoming-alarm.js';

const NOTES: Partial<Record<string, string>> = { medical: 'Ramlat i trappan, svarar inte.' };

/** The fields in which the alarm of a sample differs. */
export const ALARM_SAMPLES: Record<string, Partial<Alarm>> = {
  ...Object.fromEntries(ALARM_TYPES.map((type) => [type, { type, note: NOTES[type] }])),
  exercise: { exercise: true },
};

const MEMBERSHIP: Membership = {
  id: 'karl',
  building: { id: 'house', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' },
  role: 'resident',
  status: 'active',
  maySend: true,
  name: 'Karl Ek',
  apartment: '1301',
};

const nothing = () => undefined;

/** The screen of an incoming alarm that nobody has sent. */
export function AlarmSample({ name }: { name: string }) {
  const [nowMs] = useState(Date.now);
  const [isSilenced, silence] = useState(false);
  const alarm: Alarm = {
    id: name,
    buildingId: MEMBERSHIP.building.id,
    type: 'fire',
    exercise: false,
    status: 'active',
    sender: { membershipId: 'anna', name: 'Anna Berg', home: { apartment: '1203' } },
    witnesses: [],
    witnessCount: 0,
    needHelp: [],
    raisedAt: new Date(nowMs - 5_000).toISOString(),
    expiresAt: new Date(nowMs + TIMES.alarmMs).toISOString(),
    ...ALARM_SAMPLES[name],
  };
  const { surface } = KINDS[alarm.exercise ? 'exercise' : alarm.type];
  return (
    <AlarmDialog
      headingId="sample"
      content={name}
      className={`alarm-surface overflow-y-auto ${surface}`}
      onEscape={() => silence(true)}
    >
      <IncomingAlarm
        alarm={alarm}
        membership={MEMBERSHIP}
        headingId="sample"
        nowMs={nowMs}
        titles={[]}
        onNext={nothing}
        onRespond={nothing}
        isSilenced={isSilenced}
        onSilence={() => silence(true)}
        onUnsilence={() => silence(false)}
        onMinimise={nothing}
      />
    </AlarmDialog>
  );
}
