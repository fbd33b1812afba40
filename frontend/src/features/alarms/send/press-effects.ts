import type { Alarm } from '@contract/alarm';
import type { Page } from '@contract/http';
import { request } from '../../../lib/net/http.js';
import { withTimeout } from '../../../lib/time/with-timeout.js';
import { feedOf, serverNow } from '../feed/feed-store.js';
import type { Clocks } from './find-outcome.js';
import type { DatabaseWrite, PressEffect, PressEvent } from './press-events.js';
import { postToTabs, takeTurn } from './press-lock.js';
import { deleteAllPresses, deletePress, loadLastPress, savePress } from './press-record.js';
import type { PressRecord } from './press.js';
import { RETRY_MS, startSending } from './send-loop.js';
import { show, useSend } from './send-store.js';
import { transport } from './send-transport.js';

/** The database of a private window may never reply, so an alarm waits for it this long at most. */
const DATABASE_MS = 150;

type Dispatch = (event: PressEvent) => void;
type EffectOf<T extends PressEffect['type']> = Extract<PressEffect, { type: T }>;

let stopSending: (() => void) | undefined;
let heartbeat: ReturnType<typeof setInterval> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Aborted when this tab gives up its turn, or stops waiting for one. */
let turn = new AbortController();

/** Runs one effect of the reducer; `PressEffect` describes each. */
export function runEffect(effect: PressEffect, dispatch: Dispatch): void {
  switch (effect.type) {
    case 'savePress':
    case 'deletePress':
      return void write(effect);
    case 'deleteAllPresses':
      return void deleteAllPresses();
    case 'saveBeforeSending': {
      const { round, record } = effect;
      const saving = withTimeout(DATABASE_MS, savePress(record));
      return void saving.then(() => dispatch({ type: 'saved', round }));
    }
    case 'startSending':
      return send(effect, dispatch);
    case 'stop':
      stopSending?.();
      stopSending = undefined;
      clearTimeout(timer);
      return clearInterval(heartbeat);
    case 'startTimer': {
      const { round, ms, leadsTo } = effect;
      clearTimeout(timer);
      timer = setTimeout(() => dispatch({ type: leadsTo, round }), ms);
      return;
    }
    case 'stopTimer':
      return clearTimeout(timer);
    case 'holdTurn':
      turn = new AbortController();
      return takeTurn(effect.alarmId, turn.signal, () => undefined);
    case 'awaitTurn': {
      const { round, alarmId } = effect;
      turn = new AbortController();
      return takeTurn(alarmId, turn.signal, () => dispatch({ type: 'turnCame', round }));
    }
    case 'releaseTurn':
      return release(turn, effect.after);
    case 'postToTabs':
      return postToTabs(effect.message);
    case 'readRecord':
      return void readRecord(effect, dispatch);
    case 'readOutcome':
      return void readOutcome(effect, dispatch);
    case 'show':
      return show(effect.record, effect.progress);
    case 'hideSheet':
      return useSend.setState({ sheet: undefined, state: undefined });
    case 'showNothing':
      return useSend.setState({}, true);
  }
}

function write(change: DatabaseWrite): Promise<void> {
  return change.type === 'savePress' ? savePress(change.record) : deletePress(change.alarmId);
}

function release(mine: AbortController, after: DatabaseWrite | undefined): void {
  if (!after) return mine.abort();
  void withTimeout(DATABASE_MS, write(after)).then(() => mine.abort());
}

function send({ round, record }: EffectOf<'startSending'>, dispatch: Dispatch): void {
  heartbeat = setInterval(() => dispatch({ type: 'heartbeatDue', round }), RETRY_MS);
  stopSending = startSending(
    record.press,
    transport,
    (progress) => dispatch({ type: 'progressed', round, progress }),
    record.pressedAtMs,
  );
}

async function readRecord(
  { round, record }: EffectOf<'readRecord'>,
  dispatch: Dispatch,
): Promise<void> {
  const read = loadLastPress(record.userId).then(
    (found) => ({ found }),
    () => undefined,
  );
  const answer = await withTimeout(DATABASE_MS, read);
  const isFeedKnown = feedOf(record.press.buildingId).cursor !== undefined;
  dispatch({ type: 'recordRead', round, answer, nowMs: Date.now(), isFeedKnown });
}

/**
 * Reads the history, which replies with 200 whether or not the press became an alarm. It also has
 * alarms that began and ended while this page had no connection.
 */
async function readOutcome(
  { round, record }: EffectOf<'readOutcome'>,
  dispatch: Dispatch,
): Promise<void> {
  const { buildingId, type } = record.press;
  const path = `/buildings/${buildingId}/alarms?type=${type}`;
  try {
    const { items: alarms } = await request<Page<Alarm>>('GET', path);
    dispatch({ type: 'outcomeRead', round, alarms, clocks: clocks() });
  } catch {
    // The next change of the feed leads to another read.
  }
}

export const clocks = (): Clocks => ({ nowMs: Date.now(), serverNowMs: serverNow() });

export function alarmsInFeed({ press }: PressRecord): Alarm[] {
  const { active, ended } = feedOf(press.buildingId);
  return [...Object.values(active), ...ended];
}
