import type { Alarm, NeedsHelp, Outcome } from '@contract/alarm';
import { useState } from 'react';
import { useNow } from '../../../lib/time/clock.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Names } from '../../../ui/names.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { sendEnd } from '../commands/alarms-api.js';
import { COPY, statesOf } from '../model/alarms.copy.js';
import { useSend } from '../send/send-store.js';
import { callId, helpText } from './help-calls.js';

/**
 * Lets the sender or a manager end the alarm, after a question, because the end is final. At first
 * the sender takes it back with one tap of the same button: a tap that comes too late meets the
 * question. When other homes have joined, it is hardly a mistake, so a question comes first too.
 */
export function EndAlarm({ alarm }: { alarm: Alarm }) {
  const { openQuestion, end, isBusy, question } = useEnding(alarm);
  const mayUndo = useMayUndo(alarm);
  const isShared = othersOf(alarm) > 0 || alarm.needHelp.length > 0;
  const undo = () => (isShared ? openQuestion('resolved') : void end('false_alarm'));
  const look = { variant: 'secondary', size: 'answer', busy: isBusy } as const;
  return (
    <div className="relative">
      <div className="grid auto-cols-fr grid-flow-col gap-3 max-[22rem]:*:text-body max-[22rem]:*:leading-tight">
        <Button {...look} onClick={() => openQuestion('resolved')}>
          {alarm.exercise ? COPY.confirm.exercise.end : COPY.ongoing.resolve}
        </Button>
        {!alarm.exercise && (
          <Button {...look} onClick={mayUndo ? undo : () => openQuestion('false_alarm')}>
            <ReservedSpace for={COPY.sent.undo} className="items-center">
              <span>{mayUndo ? COPY.sent.undo : COPY.ongoing.falseAlarm}</span>
            </ReservedSpace>
          </Button>
        )}
      </div>
      {question}
    </div>
  );
}

/** Counts the witnesses outside the sender's home; those inside may share the sender's mistake. */
function othersOf({ sender, witnesses, witnessCount }: Alarm): number {
  const { entrance, apartment } = sender.home;
  const own = witnesses.filter(
    ({ home }) => apartment && home.entrance === entrance && home.apartment === apartment,
  );
  return witnessCount - own.length;
}

function questionOf({ exercise }: Alarm, outcome: Outcome) {
  if (exercise) return COPY.confirm.exercise;
  return COPY.confirm[outcome === 'resolved' ? 'resolve' : 'falseAlarm'];
}

interface Question {
  outcome: Outcome;
  /** The calls for help that it names. */
  waiting: NeedsHelp[];
}

/** While somebody needs help, no answer is suggested. */
function lookOf({ outcome, waiting }: Question) {
  if (waiting.length > 0) return 'secondary';
  return outcome === 'resolved' ? 'primary' : 'danger';
}

function useEnding(alarm: Alarm) {
  const { id } = alarm;
  const [asking, setAsking] = useState<Question>();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const openQuestion = (outcome: Outcome) => setAsking({ outcome, waiting: alarm.needHelp });
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
  const words = asking && questionOf(alarm, asking.outcome);
  const count = othersOf(alarm);
  const others = count > 0 ? COPY.confirm.others(count) : '';
  const confirm = () => {
    const { outcome, waiting = [] } = asking ?? {};
    setAsking(undefined);
    if (!outcome) return;
    // The question does not change under a finger, so a newer call for help is asked about next.
    const named = waiting.map(callId);
    if (alarm.needHelp.every((call) => named.includes(callId(call)))) void end(outcome);
    else openQuestion(outcome);
  };
  const question = (
    <>
      {state === 'failed' && (
        <p
          role="alert"
          className="pointer-events-none absolute bottom-full z-1 w-full bg-page py-2 font-semibold text-error"
        >
          {statesOf(alarm).notEnded}
        </p>
      )}
      {asking && words && (
        <ConfirmDialog
          waits
          key={asking.waiting.map(({ at }) => at).join()}
          title={words.title}
          confirm={words.end}
          cancel={words.keep}
          look={lookOf(asking)}
          onClose={() => setAsking(undefined)}
          onConfirm={confirm}
        >
          {asking.waiting.map((call) => (
            <p key={call.membershipId} className="mb-2 font-semibold">
              <Names in={helpText(call)} />
            </p>
          ))}
          <p>{[others, words.text].filter(Boolean).join(' ')}</p>
        </ConfirmDialog>
      )}
    </>
  );
  return { openQuestion, end, isBusy: state === 'busy', question };
}

/** One tap takes the alarm back for this long: a sender notices a mistaken press at once. */
const UNDO_MS = 10_000;
const monotonicNow = () => performance.now();

/**
 * Returns whether this tab has raised the alarm so recently that one tap takes it back. A corrected
 * estimate of the server's time must not bring that tap back, so the monotonic clock decides.
 */
function useMayUndo({ id }: Alarm): boolean {
  const sent = useSend((state) => state.sent);
  const isOwn = sent?.answer.alarm.id === id && !sent.answer.merged;
  const nowMs = useNow(isOwn, monotonicNow);
  return isOwn && nowMs - sent.sinceMs < UNDO_MS;
}
