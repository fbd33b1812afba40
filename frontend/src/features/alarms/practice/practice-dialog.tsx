import type { Alarm, ResponseKind } from '@contract/alarm';
import { TIMES } from '@contract/limits';
import { type MouseEvent, useId, useState } from 'react';
import { useNow } from '../../../lib/hooks/use-now.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { KIND_LOOKS } from '../model/alarm-icons.js';
import { KIND_WORDS } from '../model/kinds.copy.js';
import { AlarmDialog } from '../ringing/alarm-dialog.js';
import { IncomingAlarm } from '../ringing/incoming-alarm.js';
import { PRACTICE } from './practice.copy.js';

const CALL = 'a[href^="tel:"]';
const ID = 'practice';

interface PracticeDialogProps {
  startedMs: number;
  isSilenced: boolean;
  onSilence: () => void;
  onUnsilence: () => void;
  onClose: () => void;
}

/** The dialog of an incoming alarm below a mark. Its buttons only say what they would do. */
export function PracticeDialog({ startedMs, onSilence, onClose, ...sound }: PracticeDialogProps) {
  const markId = useId();
  const headingId = useId();
  const nowMs = useNow(true);
  const memberships = activeMemberships(useMe((state) => state.me));
  const membership = useSelectedBuilding(memberships);
  const [said, say] = useState<string>(PRACTICE.nothingSent);

  const respond = (response: ResponseKind) => {
    onSilence();
    const label = KIND_WORDS.fire.responses.find((one) => one.response === response)?.label ?? '';
    say(PRACTICE.response(label));
  };
  /** A call for help that nobody needs would hold up those who do. */
  const guardCalls = (event: MouseEvent) => {
    if (!(event.target as Element).closest(CALL)) return;
    event.preventDefault();
    say(PRACTICE.call);
  };

  return (
    <AlarmDialog
      // The mark names the dialog and takes the focus, so that it is read out first.
      headingId={markId}
      content={ID}
      className={`grid grid-rows-[auto_minmax(0,1fr)] ${KIND_LOOKS.exercise.surface}`}
      onEscape={onClose}
    >
      <div className="p-2">
        <div className="mx-auto flex max-w-form flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card border-2 border-dashed border-current px-3 py-2">
          <div className="min-w-0 flex-[1_1_12rem]">
            <p id={markId} tabIndex={-1} className="font-bold outline-none">
              {PRACTICE.mark}
            </p>
            <p role="status" className="text-meta">
              {said}
            </p>
          </div>
          <button
            type="button"
            onClick={onClose}
            className="min-h-12 rounded-card border-2 border-current px-4 font-semibold hover:underline"
          >
            {PRACTICE.end}
          </button>
        </div>
      </div>
      {/* The alarm lays itself out by the height that the mark leaves. */}
      <div
        onClickCapture={guardCalls}
        className={`alarm-surface alarm-breathing overflow-y-auto [&_.alarm-frame]:[--edge:0px]! ${KIND_LOOKS.fire.surface}`}
      >
        <IncomingAlarm
          {...sound}
          alarm={practiceAlarm(startedMs)}
          membership={membership}
          headingId={headingId}
          nowMs={nowMs}
          titles={[]}
          onNext={onClose}
          onRespond={respond}
          onSilence={onSilence}
          onMinimise={onClose}
        />
      </div>
    </AlarmDialog>
  );
}

function practiceAlarm(startedMs: number): Alarm {
  return {
    id: ID,
    buildingId: ID,
    type: 'fire',
    exercise: false,
    status: 'active',
    sender: { membershipId: ID, name: PRACTICE.sender, home: { apartment: '1203' } },
    witnesses: [],
    witnessCount: 0,
    needHelp: [],
    raisedAt: new Date(startedMs).toISOString(),
    expiresAt: new Date(startedMs + TIMES.alarmMs).toISOString(),
  };
}
