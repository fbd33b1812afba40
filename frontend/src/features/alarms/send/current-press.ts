import { withTimeout } from '../../../lib/time/with-timeout.js';
import { useSession } from '../../../lib/session/session.js';
import { transport } from './send-transport.js';
import { feedOf, useFeed } from '../feed/feed-store.js';
import { askWhetherKept, type Kept, keptInFeed } from './find-outcome.js';
import {
  dropAllPresses,
  dropPress,
  keepPress,
  lastPressOf,
  type PressRecord,
} from './press-record.js';
import { hearTabs, type PressNews, takeTurn, tellTabs } from './press-lock.js';
import { isInTime, RETRY_MS, type SendState, startSending } from './send-loop.js';
import { show, useSend } from './send-store.js';

/**
 * From a press to its fate. There is one press at a time and person, in all tabs of a browser: one
 * tab sends it, the others show what that one tells and take over when it is gone.
 */

/** A private window may never answer: an alarm does not wait for its being written down. */
export const KEEP_MS = 150;
/** Of a tab that sends; after it another one sends too. The server takes the same id once. */
const SILENCE_MS = 3_000;
/** So long nothing is said of an old press, while the server is asked what became of it. */
const FIND_OUT_MS = 2_000;

interface Current {
  record: PressRecord;
  state?: SendState;
  /** Set in the tab that sends. */
  stopSending?: () => void;
  /** Aborted when this tab has nothing more to do with it: lets another one have its turn. */
  done: AbortController;
  timer?: ReturnType<typeof setTimeout>;
  heartbeat?: ReturnType<typeof setInterval>;
}

let current: Current | undefined;

export const currentPress = (): Current | undefined => current;

export function forgetSending(): void {
  leave();
  useSend.setState({}, true);
}

export function take(record: PressRecord): Current {
  leave();
  return (current = { record, done: new AbortController() });
}

export function leave(): void {
  if (!current) return;
  rest(current);
  current.done.abort();
  current = undefined;
}

function rest(mine: Current): void {
  mine.stopSending?.();
  mine.stopSending = undefined;
  clearTimeout(mine.timer);
  clearInterval(mine.heartbeat);
}

export function sendNow(mine: Current): void {
  if (mine !== current || mine.stopSending) return;
  const { press, pressedAtMs } = mine.record;
  clearTimeout(mine.timer);
  mine.heartbeat = setInterval(() => tellTabs(newsOf(mine)), RETRY_MS);
  const stop = startSending(press, transport, (state) => tell(mine, state), pressedAtMs);
  if (mine.state?.phase === 'sending') mine.stopSending = stop;
}

/** Waits for the tab that sends to be done or gone. */
export function follow(mine: Current): void {
  listenOn(mine);
  takeTurn(mine.record.press.alarmId, mine.done.signal, () => void goOn(mine));
}

function listenOn(mine: Current): void {
  clearTimeout(mine.timer);
  mine.timer = setTimeout(() => void goOn(mine), SILENCE_MS);
}

/** What another tab did meanwhile stands in the database, also when its word of it got lost. */
export async function goOn(mine: Current): Promise<void> {
  const { press, pressedAtMs, userId } = mine.record;
  const read = lastPressOf(userId).then(
    (found) => ({ found }),
    () => undefined,
  );
  const answer = await withTimeout(KEEP_MS, read);
  if (mine !== current || mine.stopSending) return;
  if (mine.state && mine.state.phase !== 'sending') return;
  if (answer && answer.found?.press.alarmId !== press.alarmId) return forgetSending();
  const refusal = answer?.found?.refusal;
  if (refusal !== undefined) tell(mine, { phase: 'refused', message: refusal });
  else if (isInTime(pressedAtMs)) sendNow(mine);
  else findOut(mine);
}

/** The minute is over: nothing is sent any more, but only the server knows whether it was. */
function findOut(mine: Current): void {
  const { buildingId } = mine.record.press;
  clearTimeout(mine.timer);
  mine.timer = setTimeout(() => tell(mine, { phase: 'failed' }), FIND_OUT_MS);
  if (feedOf(buildingId).cursor) void ask(mine);
}

async function ask(mine: Current): Promise<void> {
  try {
    const kept = await askWhetherKept(mine.record);
    if (kept) confirm(mine, kept);
    else if (mine.state?.phase !== 'failed') tell(mine, { phase: 'failed' });
  } catch {
    // The next news from this house asks again.
  }
}

function confirm(mine: Current, { alarm, merged }: Kept): void {
  tell(mine, { phase: 'sent', answer: { alarm, epoch: '', seq: 0, merged } });
}

export function tell(mine: Current, state: SendState): void {
  if (mine !== current) return;
  hearOf(mine, state);
  tellTabs(newsOf(mine));
  if (state.phase === 'sending') return;
  const { record } = mine;
  const { alarmId } = record.press;
  rest(mine);
  // Whoever has the next turn must find it written down.
  const written =
    state.phase === 'sent'
      ? dropPress(alarmId)
      : state.phase === 'refused'
        ? keepPress({ ...record, refusal: state.message })
        : Promise.resolve();
  void withTimeout(KEEP_MS, written).then(() => mine.done.abort());
}

function hearOf(mine: Current, state: SendState): void {
  mine.state = state;
  show(mine.record, state);
  if (state.phase === 'sent') current = undefined;
}

const newsOf = ({ record, state }: Current): PressNews => ({ record, state });

hearTabs(({ record, state }) => {
  if (record.userId !== useSession.getState().user?.id) return;
  const isSame = current?.record.press.alarmId === record.press.alarmId;
  if (!state) return isSame ? forgetSending() : undefined;
  if (current?.stopSending && isSame) {
    if (state.phase === 'sent') tell(current, state);
    return;
  }
  // Pressed in two tabs at once: each one tells of its own.
  if (current?.state?.phase === 'sending' && !isSame) return;
  const mine = current && isSame ? current : take(record);
  if (!isSame) takeTurn(record.press.alarmId, mine.done.signal, () => void goOn(mine));
  clearTimeout(mine.timer);
  if (state.phase === 'sending') listenOn(mine);
  hearOf(mine, state);
  if (state.phase === 'sent') mine.done.abort();
});

// An answer that got lost is no failure when the stream shows the alarm.
useFeed.subscribe(({ buildings }, before) => {
  const mine = current;
  const phase = mine?.state?.phase;
  if (!mine || phase === 'refused') return;
  const { buildingId } = mine.record.press;
  const [feed, old] = [buildings[buildingId], before.buildings[buildingId]];
  if (feed === old) return;
  const kept = keptInFeed(mine.record);
  if (kept) confirm(mine, kept);
  else if (phase !== 'sending' && feed?.cursor !== old?.cursor) void ask(mine);
});

useSession.subscribe((now, before) => {
  if (now.user?.id === before.user?.id) return;
  forgetSending();
  if (now.left) void dropAllPresses();
});
