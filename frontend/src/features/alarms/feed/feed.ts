import type { Alarm, AlarmEvent, AlarmResponse, Cursor, Mute, Sync } from '@contract/alarm';

/** This page's position in a building's stream. */
interface FeedPosition {
  /** The position of the last applied event; missing until the first sync. */
  cursor?: Cursor;
  /** Early events, in order of `seq`: the events before them are being fetched. */
  held: AlarmEvent[];
}

/**
 * Returns whether a sync replaces the feed instead of continuing it: after a reset, in another
 * epoch, or more than a page behind. Then `active` is the result of all skipped events.
 */
export function isReplacement({ cursor }: FeedPosition, sync: Sync): boolean {
  return sync.reset || sync.more || sync.epoch !== cursor?.epoch;
}

/** @returns whether a sync holds only some of the active alarms, so that the rest must be fetched */
export const isPart = ({ reset, more }: Pick<Sync, 'reset' | 'more'>): boolean => reset && more;

/**
 * @returns whether the feed and the server differ, according to the held events and the server's
 *   head. A lower head shows that the database was restored.
 */
export function isBehind({ cursor, held }: FeedPosition, head?: Cursor): boolean {
  if (held.length > 0 || !cursor) return true;
  return head !== undefined && (head.epoch !== cursor.epoch || head.seq !== cursor.seq);
}

/**
 * @param requested the cursor of the request that led to this sync
 * @returns whether newer events arrived while the sync was under way; its older state must not undo
 *   them
 */
export function isOvertaken({ cursor }: FeedPosition, sync: Sync, requested?: Cursor): boolean {
  if (sync.epoch !== cursor?.epoch || sync.head >= cursor.seq) return false;
  return cursor.epoch !== requested?.epoch || cursor.seq !== requested.seq;
}

/** One building's stream, as far as this page has received it. */
export interface BuildingFeed extends FeedPosition {
  active: Record<string, Alarm>;
  /** The spread of receipts that the server asked for last, in ms; 0 in ordinary buildings. */
  receiptsWithinMs: number;
  /** Ended alarms that were active here, newest first, until the person closes their end. */
  ended: Alarm[];
  /** Ids of alarms that were active here and are not in a newer state; their end is unknown. */
  vanished: string[];
  /** This person's own responses, by alarm. */
  responses: Record<string, AlarmResponse>;
  /** This person's own mutes and unmutes, by alarm. */
  mutes: Record<string, Mute>;
}

export const EMPTY_FEED: BuildingFeed = {
  held: [],
  active: {},
  receiptsWithinMs: 0,
  ended: [],
  vanished: [],
  responses: {},
  mutes: {},
};

/**
 * Applies the next event and the held events that follow it. An applied event is ignored, and an
 * event after a gap is held until the gap is filled.
 */
export function applyEvent(feed: BuildingFeed, event: AlarmEvent): BuildingFeed {
  return drain({ ...feed, held: hold(feed.held, event) });
}

/** Applies the missed events as one change, so that no state in between is shown or sounds. */
export function applySync(feed: BuildingFeed, sync: Sync): BuildingFeed {
  if (isPart(sync)) return addPart(feed, sync);
  if (isReplacement(feed, sync)) return replace(feed, sync);
  // Held events of another epoch are void: the sync has the server's current epoch.
  const held = sync.events.reduce(hold, feed.held).filter(({ epoch }) => epoch === sync.epoch);
  const next = drain({ ...feed, held, ...ownAfter(feed, sync, feed.active) });
  // An alarm that was raised and ended in between was never shown, so its end is not shown either.
  const ended = next.ended.filter(({ id }) => feed.active[id] ?? wasEnded(feed, id));
  return { ...next, ended };
}

/** Ignores a response that is older than the known one: a sync, or another node, may be late. */
export function applyResponse(feed: BuildingFeed, response: AlarmResponse): BuildingFeed {
  const known = feed.responses[response.alarmId];
  if (known?.turn && response.turn !== undefined && response.turn < known.turn) return feed;
  return { ...feed, responses: { ...feed.responses, [response.alarmId]: response } };
}

export function applyMute(feed: BuildingFeed, mute: Mute): BuildingFeed {
  const known = feed.mutes[mute.alarmId];
  if (known && known.at > mute.at) return feed;
  return { ...feed, mutes: { ...feed.mutes, [mute.alarmId]: mute } };
}

/** The fields that a request has changed: the rest of its answer may be older than the feed. */
export type Amended = Pick<Alarm, 'id' | 'buildingId'> & Partial<Alarm>;

/** Applies the result of an amendment or an extension, which may arrive before its event. */
export function applyAmended(feed: BuildingFeed, change: Amended): BuildingFeed {
  const known = feed.active[change.id];
  if (!known) return feed;
  return { ...feed, active: { ...feed.active, [change.id]: { ...known, ...change } } };
}

/** Takes a vanished alarm's fetched details: the alarm is listed as ended unless it is active. */
export function applyDetails(feed: BuildingFeed, alarm: Alarm): BuildingFeed {
  const next = forgetVanished(feed, alarm.id);
  if (alarm.status === 'active' || wasEnded(feed, alarm.id)) return next;
  return { ...next, ended: [alarm, ...feed.ended] };
}

export function forgetVanished(feed: BuildingFeed, alarmId: string): BuildingFeed {
  return { ...feed, vanished: feed.vanished.filter((id) => id !== alarmId) };
}

export function closeEnded(feed: BuildingFeed, alarmId: string): BuildingFeed {
  return { ...feed, ended: feed.ended.filter(({ id }) => id !== alarmId) };
}

function hold(held: AlarmEvent[], event: AlarmEvent): AlarmEvent[] {
  if (held.some((one) => one.epoch === event.epoch && one.seq === event.seq)) return held;
  return [...held, event].sort((a, b) => a.seq - b.seq);
}

function drain(feed: BuildingFeed): BuildingFeed {
  let next = feed;
  const held: AlarmEvent[] = [];
  for (const event of feed.held) {
    const { cursor } = next;
    if (!cursor || event.epoch !== cursor.epoch) held.push(event);
    else if (event.seq === cursor.seq + 1) next = step(next, event);
    else if (event.seq > cursor.seq) held.push(event);
  }
  return { ...next, held };
}

function step(feed: BuildingFeed, event: AlarmEvent): BuildingFeed {
  const { epoch, seq, at, alarm, receiptsWithinMs = 0 } = event;
  const cursor = { epoch, seq, at };
  if (alarm.status === 'active') {
    return { ...feed, cursor, receiptsWithinMs, active: { ...feed.active, [alarm.id]: alarm } };
  }
  const { [alarm.id]: _over, ...active } = feed.active;
  const ended = wasEnded(feed, alarm.id) ? feed.ended : [alarm, ...feed.ended];
  return { ...feed, cursor, active, ended };
}

/** Shows the alarms that came, and waits for the whole state: without a cursor the feed is behind. */
function addPart(feed: BuildingFeed, sync: Sync): BuildingFeed {
  const newest = Object.fromEntries(sync.active.map((alarm) => [alarm.id, alarm]));
  const active = { ...feed.active, ...newest };
  const { cursor: _, ...rest } = feed;
  return { ...rest, active, ...ownAfter(feed, sync, active) };
}

function replace(feed: BuildingFeed, sync: Sync): BuildingFeed {
  const active = Object.fromEntries(sync.active.map((alarm) => [alarm.id, alarm]));
  const gone = Object.keys(feed.active).filter((id) => !active[id]);
  const next = drain({
    cursor: { epoch: sync.epoch, seq: sync.head, at: sync.headAt },
    receiptsWithinMs: feed.receiptsWithinMs,
    held: feed.held.filter(({ epoch }) => epoch === sync.epoch),
    active,
    ended: feed.ended,
    vanished: [...new Set([...feed.vanished, ...gone])],
    // Responses to vanished alarms stay: after a call for help, the end of the alarm is a question.
    ...ownAfter(feed, sync, active),
  });
  return { ...next, vanished: next.vanished.filter((id) => !wasEnded(next, id)) };
}

/**
 * Returns the person's own data after a sync. Mutes that were saved after the server read its state
 * stay. A restored server may have lost responses: to an active alarm only those that it has count,
 * or a call for help that nobody sees would stay on the screen.
 */
function ownAfter(
  feed: BuildingFeed,
  { epoch, answers, muted, serverNow, ownAt = serverNow }: Sync,
  active: BuildingFeed['active'],
) {
  const isRestored = (feed.cursor?.epoch ?? epoch) !== epoch;
  const newer = Object.values(feed.mutes).filter(({ at }) => at >= ownAt);
  return {
    responses: isRestored
      ? byAlarm([
          ...Object.values(feed.responses).filter((one) => !active[one.alarmId]),
          ...answers,
        ])
      : answers.reduce(applyResponse, feed).responses,
    mutes: byAlarm([...muted, ...newer]),
  };
}

const byAlarm = <T extends { alarmId: string }>(items: T[]): Record<string, T> =>
  Object.fromEntries(items.map((one) => [one.alarmId, one]));

export const wasEnded = (feed: BuildingFeed, alarmId: string) =>
  feed.ended.some(({ id }) => id === alarmId);
