import type { Alarm, Outcome } from '@contract/alarm';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { COPY } from '../model/alarms.copy.js';
import { sendEnd } from '../commands/alarms-api.js';
import { useSend } from '../send/send-store.js';
import { useServerNow } from '../feed/use-now.js';

/** One tap takes the alarm back for this long: a sender notices a mistaken press at once. */
const UNDO_MS = 10_000;
/** The button's space stays empty for this much longer, so that a late tap hits no other button. */
const VACANT_MS = 1_500;

/** Lets the sender or a manager end the alarm, after a question, because the end is final. */
export function EndAlarm({ alarm }: { alarm: Alarm }) {
  const { ask, isBusy, question } = useEnding(alarm);
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" size="answer" busy={isBusy} onClick={() => ask('resolved')}>
          {COPY.ongoing.resolve}
        </Button>
        <Button variant="secondary" size="answer" busy={isBusy} onClick={() => ask('false_alarm')}>
          {COPY.ongoing.falseAlarm}
        </Button>
      </div>
      {question}
    </div>
  );
}

/**
 * Lets the sender take a new alarm back with one tap. When other homes have joined, it is hardly a
 * mistake, so a question comes first.
 */
export function UndoAlarm({ alarm }: { alarm: Alarm }) {
  const { ask, end, isBusy, question } = useEnding(alarm);
  const sent = useSend((state) => state.sent);
  const isOwn = sent?.answer.alarm.id === alarm.id && !sent.answer.merged;
  const nowMs = useServerNow(isOwn);
  const sinceMs = isOwn ? nowMs - sent.atMs : Infinity;
  const mayUndo = sinceMs < UNDO_MS;
  const undo = () => (othersOf(alarm) > 0 ? ask('resolved') : void end('false_alarm'));
  return (
    <div className="flex flex-col gap-3 empty:absolute">
      {mayUndo && (
        <Button variant="secondary" size="send" busy={isBusy} onClick={undo}>
          {COPY.sent.undo}
        </Button>
      )}
      {!mayUndo && sinceMs < UNDO_MS + VACANT_MS && <div className="min-h-18" />}
      {question}
    </div>
  );
}

/** Counts the witnesses outside the sender's home; those inside may share the sender's mistake. */
function othersOf({ sender, witnesses, witnessCount }: Alarm): number {
  const { entrance, apartment } = sender.home;
  const own = witnesses.filter(
    ({ home }) => home.entrance === entrance && home.apartment === apartment,
  );
  return witnessCount - own.length;
}

function useEnding(alarm: Alarm) {
  const { id } = alarm;
  const [asking, ask] = useState<Outcome>();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const end = async (outcome: Outcome) => {
    setState('busy');
    try {
      // This page receives the event of the end like all others.
      await sendEnd(id, outcome);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  const words = asking && COPY.confirm[asking === 'resolved' ? 'resolve' : 'falseAlarm'];
  const count = othersOf(alarm);
  const others = count > 0 ? COPY.confirm.others(count) : '';
  const question = (
    <>
      {state === 'failed' && (
        <p role="alert" className="font-semibold text-error">
          {COPY.ongoing.notEnded}
        </p>
      )}
      {asking && words && (
        <ConfirmDialog
          title={words.title}
          confirm={words.end}
          cancel={words.keep}
          look={asking === 'resolved' ? 'primary' : 'danger'}
          onClose={() => ask(undefined)}
          onConfirm={() => {
            ask(undefined);
            void end(asking);
          }}
        >
          {[others, words.text].filter(Boolean).join(' ')}
        </ConfirmDialog>
      )}
    </>
  );
  return { ask, end, isBusy: state === 'busy', question };
}
