import type { Alarm, AlarmResponse, AmendRequest, Mute } from '@contract/alarm';
import { create } from 'zustand';
import type { ApiError } from '../../../lib/net/http.js';
import { isFinal, retryUntil } from '../../../lib/net/retry.js';
import { useSession } from '../../../lib/session/session.js';
import { latestServerNow } from '../../../lib/time/clock.js';
import { feedOf, recordAmended, recordMute, recordResponse } from '../feed/feed-store.js';
import { sendAmendment, sendMute, sendResponse } from './alarms-api.js';

/** A change that the person made to an alarm in this tab, where it takes effect at once. */
export interface Unsaved<T> {
  change: T;
  /** `late`: an attempt has failed or is slow, and another one follows a failure. */
  phase: 'sending' | 'late' | 'refused' | 'saved';
  /** The server's words when it refused the change. */
  refusal?: string;
}

export const isWaiting = ({ phase }: Unsaved<unknown>): boolean =>
  phase === 'sending' || phase === 'late';

export type ResponseChange = Pick<AlarmResponse, 'response' | 'place' | 'turn'>;

type ChangedAlarm = Pick<Alarm, 'id' | 'buildingId'>;

/** Before the first sync nobody knows: a notification opens the alarm's page without one. */
const hasEnded = ({ id, buildingId }: ChangedAlarm) => {
  const { cursor, active } = feedOf(buildingId);
  return cursor !== undefined && !active[id];
};

let lastTurn = 0;
const answers = createOutbox<ResponseChange, AlarmResponse>({
  send: sendResponse,
  record: recordResponse,
  isOver: hasEnded,
  // An unsent call for help stays: at the alarm's end the person is asked if they need help.
  staysAtEnd: ({ response }) => response === 'need_help',
  next: 'overtakes',
});

export const responses = {
  ...answers,
  /**
   * Counts each response: a request that is late on its way must not overtake a newer one. It follows
   * the response that the person sees, and one of another device that came while this machine slept.
   */
  submit: (alarm: ChangedAlarm, change: ResponseChange) => {
    const seen = feedOf(alarm.buildingId).responses[alarm.id]?.turn ?? 0;
    lastTurn = Math.max(lastTurn + 1, seen + 1, Math.floor(latestServerNow()));
    answers.submit(alarm, { ...change, turn: lastTurn });
  },
};

/** After a refusal a mute holds in this tab, and the page shows that other devices lack it. */
export const mutes = createOutbox<Mute, Mute>({
  send: (alarmId, { muted }) => sendMute(alarmId, muted),
  record: recordMute,
  isOver: hasEnded,
  next: 'waits',
});

/** The place and the note that the sender adds. */
export const amendments = createOutbox<AmendRequest, Alarm>({
  send: sendAmendment,
  record: ({ id, buildingId, place, note }) => recordAmended({ id, buildingId, place, note }),
  isOver: () => false,
  next: 'joins',
});

export function forgetUnsaved(): void {
  for (const outbox of [responses, mutes, amendments]) outbox.forget();
}

// The next user of this browser must not see this user's text.
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) forgetUnsaved();
});

/** A change without an answer is shown as not sent: a half-open connection fails after seconds. */
const SLOW_MS = 2_000;

interface Rules<T, R> {
  send: (alarmId: string, change: T) => Promise<R>;
  /** Applies the server's answer to the building's feed. */
  record: (answer: R, buildingId: string) => void;
  /** Returns whether the alarm takes no more changes. */
  isOver: (alarm: ChangedAlarm) => boolean;
  /** Returns whether an unsaved change is kept although it is over. */
  staysAtEnd?: (change: T) => boolean;
  /**
   * A new change replaces an unsaved one, and `waits` for its request: of two under way, the older
   * could arrive last. One that `overtakes` is too urgent to wait. One that `joins` is sent together
   * with the unsaved one, and the last one stays when it is saved.
   */
  next: 'waits' | 'overtakes' | 'joins';
}

/** Sends a person's changes to alarms until the server has saved or refused them. */
function createOutbox<T extends object, R>(rules: Rules<T, R>) {
  /** The unsaved changes, by alarm. Page changes keep them. */
  const useUnsaved = create<Record<string, Unsaved<T>>>(() => ({}));
  /** The delivery under way, by alarm. */
  const deliveries = new Map<string, symbol>();

  const unsavedOf = (alarmId: string): Unsaved<T> | undefined => useUnsaved.getState()[alarmId];

  function submit(alarm: ChangedAlarm, change: T): void {
    const before = unsavedOf(alarm.id);
    const isJoined = rules.next === 'joins' && before && isWaiting(before);
    const unsaved: Unsaved<T> = isJoined
      ? { ...before, change: { ...before.change, ...change } }
      : { change, phase: 'sending' };
    useUnsaved.setState({ [alarm.id]: unsaved });
    if (rules.next === 'overtakes' || !deliveries.has(alarm.id)) void deliver(alarm);
  }

  async function deliver(alarm: ChangedAlarm): Promise<void> {
    const { id } = alarm;
    const delivery = Symbol(id);
    const isOvertaken = () => deliveries.get(id) !== delivery;
    deliveries.set(id, delivery);
    const setLate = () => {
      if (!isOvertaken()) update(id, { phase: 'late' });
    };
    let sent: T | undefined;
    const attempt = async () => {
      sent = unsavedOf(id)?.change;
      if (!sent) return undefined;
      const slow = setTimeout(setLate, SLOW_MS);
      try {
        const answer = await rules.send(id, sent);
        if (!isOvertaken()) rules.record(answer, alarm.buildingId);
      } finally {
        clearTimeout(slow);
      }
      return 'saved' as const;
    };
    const isOver = () => isOvertaken() || !unsavedOf(id) || rules.isOver(alarm);
    try {
      while (!isOvertaken() && unsavedOf(id)) {
        const result = await retryUntil(attempt, { isOver, onFailure: setLate }).catch(refusalOf);
        if (isOvertaken()) return;
        if (!result) return end(id);
        // A change that was made during the request has to be sent too.
        if (unsavedOf(id)?.change === sent) return settle(id, result);
      }
    } finally {
      if (!isOvertaken()) deliveries.delete(id);
    }
  }

  function settle(alarmId: string, result: 'saved' | ApiError): void {
    if (result !== 'saved') update(alarmId, { phase: 'refused', refusal: result.message });
    else if (rules.next === 'joins') update(alarmId, { phase: 'saved' });
    else remove(alarmId);
  }

  function end(alarmId: string): void {
    const unsaved = unsavedOf(alarmId);
    if (unsaved && !rules.staysAtEnd?.(unsaved.change)) remove(alarmId);
  }

  /** Does nothing when the changes were forgotten meanwhile. */
  function update(alarmId: string, to: Omit<Partial<Unsaved<T>>, 'change'>): void {
    const unsaved = unsavedOf(alarmId);
    if (unsaved) useUnsaved.setState({ [alarmId]: { ...unsaved, ...to } });
  }

  function remove(alarmId: string): void {
    const { [alarmId]: _removed, ...others } = useUnsaved.getState();
    useUnsaved.setState(others, true);
  }

  function forget(): void {
    deliveries.clear();
    useUnsaved.setState({}, true);
  }

  return { useUnsaved, submit, forget };
}

function refusalOf(error: unknown): ApiError {
  if (isFinal(error)) return error;
  throw error;
}
