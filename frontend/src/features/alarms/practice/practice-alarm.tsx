import type { Alarm, ResponseKind } from '@contract/alarm';
import { TIMES } from '@contract/limits';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { endTest, playTest } from '../../../lib/audio/audio.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { useNow } from '../../../lib/time/clock.js';
import { Button } from '../../../ui/button.js';
import { useFeed } from '../feed/feed-store.js';
import { KINDS } from '../model/kinds.copy.js';
import { AlarmDialog } from '../ringing/alarm-dialog.js';
import { IncomingAlarm } from '../ringing/incoming-alarm.js';
import { PRACTICE } from './practice.copy.js';

/** Long enough to try all buttons. */
const SOUND_MS = 60_000;

/**
 * Shows an incoming alarm with its sound to the user alone, from what this tab has. It never gets
 * into the feed, so nothing is reported. An active alarm closes it at once.
 */
export function PracticeAlarm() {
  const isRealActive = useFeed(({ buildings }) =>
    Object.values(buildings).some(({ active }) => Object.keys(active).length > 0),
  );
  const [startedMs, start] = useState<number>();
  if (isRealActive && startedMs !== undefined) start(undefined);
  useEffect(() => (startedMs === undefined ? undefined : endTest), [startedMs]);
  const sound = usePracticeSound();
  return (
    <section className="flex flex-col gap-3 rounded-card border border-edge p-4">
      <h2 className="text-h2">{PRACTICE.heading}</h2>
      <p>{PRACTICE.text}</p>
      <Button
        size="answer"
        variant="secondary"
        onClick={() => {
          if (isRealActive) return;
          // Browsers play the sound only within the press.
          void sound.play();
          start(Date.now());
        }}
      >
        {PRACTICE.start}
      </Button>
      {startedMs !== undefined && (
        <PracticeDialog startedMs={startedMs} sound={sound} onClose={() => start(undefined)} />
      )}
    </section>
  );
}

function usePracticeSound() {
  const [isSilenced, setSilenced] = useState(false);
  const turn = useRef(0);
  const play = async () => {
    const mine = ++turn.current;
    setSilenced(false);
    await playTest(SOUND_MS);
    if (mine === turn.current) setSilenced(true);
  };
  const silence = () => {
    turn.current += 1;
    setSilenced(true);
    endTest();
  };
  return { isSilenced, play, silence };
}

const CALL = 'a[href^="tel:"]';
const ID = 'practice';

interface PracticeDialogProps {
  startedMs: number;
  sound: ReturnType<typeof usePracticeSound>;
  onClose: () => void;
}

/** The dialog of an incoming alarm below a mark. Its buttons only say what they would do. */
function PracticeDialog({ startedMs, sound, onClose }: PracticeDialogProps) {
  const markId = useId();
  const headingId = useId();
  const nowMs = useNow(true);
  const memberships = activeMemberships(useMe((state) => state.me));
  const membership = useSelectedBuilding(memberships);
  const [said, say] = useState<string>(PRACTICE.nothingSent);

  const respond = (response: ResponseKind) => {
    sound.silence();
    const label = KINDS.fire.responses.find((one) => one.response === response)?.label ?? '';
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
      className={`grid grid-rows-[auto_minmax(0,1fr)] ${KINDS.exercise.surface}`}
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
        className={`alarm-surface alarm-breathing overflow-y-auto ${KINDS.fire.surface}`}
      >
        <IncomingAlarm
          alarm={practiceAlarm(startedMs)}
          membership={membership}
          headingId={headingId}
          nowMs={nowMs}
          titles={[]}
          onNext={onClose}
          onRespond={respond}
          isSilenced={sound.isSilenced}
          onSilence={sound.silence}
          onUnsilence={() => void sound.play()}
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
