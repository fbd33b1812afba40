import type { Alarm, AlarmEvent, AlarmResponse, Cursor, Mute, Sync } from '@contract/alarm';

/** One building's stream, as far as it has been heard here. */
export interface BuildingFeed {
  /** The last applied step; missing until the first sync. */
  cursor?: Cursor;
  /** Steps that came too early: the gap before them is being fetched. In order of `seq`. */
  held: AlarmEvent[];
  active: Record<string, Alarm>;
  /** Alarms that were active here and are over, until somebody has read so. Newest first. */
  ended: Alarm[];
  /** Alarms that were active here and are gone, without word how they ended. */
  vanished: string[];
  /** This person's own answers to the active alarms. */
  responses: Record<string, AlarmResponse>;
  /** This person's latest wish for silence, or for the sound again, by alarm. */
  mutes: Record<string, Mute>;
}

export const EMPTY_FEED: BuildingFeed = {
  held: [],
  active: {},
  ended: [],
  vanished: [],
  responses: {},
  mutes: {},
};

/**
 * Applies the next step and whatever was held for it. A step that is known is ignored, one that is
 * not next is held: nothing is ever applied over a gap.
 */
export function applyEvent(feed: BuildingFeed, event: AlarmEvent): BuildingFeed {
  return drain({ ...feed, held: hold(feed.held, event) });
}

/** Applies what was missed as one change, so that nothing in its middle is seen or heard. */
export function applySync(feed: BuildingFeed, sync: Sync): BuildingFeed {
  if (isReplacement(feed, sync)) return replace(feed, sync);
  // An epoch that was held is over when the server, asked again, tells of another one.
  const held = sync.events.reduce(hold, feed.held).filter(({ epoch }) => epoch === sync.epoch);
  const responses = { ...feed.responses, ...byAlarm(sync.answers) };
  const next = drain({ ...feed, held, responses, mutes: mutesAfter(feed, sync) });
  // Raised and ended while nobody listened: never shown as active, so not shown as ended either.
  const ended = next.ended.filter(({ id }) => feed.active[id] ?? wasEnded(feed, id));
  return { ...next, ended };
}

/** More than a page behind: what happened in between is history, `active` is how it ended. */
export function isReplacement({ cursor }: BuildingFeed, sync: Sync): boolean {
  return sync.reset || sync.more || sync.epoch !== cursor?.epoch;
}

export function applyResponse(feed: BuildingFeed, response: AlarmResponse): BuildingFeed {
  return { ...feed, responses: { ...feed.responses, [response.alarmId]: response } };
}

export function applyMute(feed: BuildingFeed, mute: Mute): BuildingFeed {
  const known = feed.mutes[mute.alarmId];
  if (known && known.at > mute.at) return feed;
  return { ...feed, mutes: { ...feed.mutes, [mute.alarmId]: mute } };
}

/**
 * The answer to one's own amendment, which may come before the stream tells of it. Only what was
 * amended is taken: the rest may be older than what has been heard.
 */
export function applyAmended(feed: BuildingFeed, alarm: Alarm): BuildingFeed {
  const known = feed.active[alarm.id];
  if (!known) return feed;
  const { place, note, expiresAt } = alarm;
  return { ...feed, active: { ...feed.active, [alarm.id]: { ...known, place, note, expiresAt } } };
}

/** Asked for: how a vanished alarm ended. */
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

/** @returns whether steps are missing, by what is held or by what the server says is its last one */
export function isBehind({ cursor, held }: BuildingFeed, head?: Cursor): boolean {
  if (held.length > 0 || !cursor) return true;
  return head !== undefined && (head.epoch !== cursor.epoch || head.seq > cursor.seq);
}

/**
 * @param asked the cursor that the answer is about
 * @returns whether the stream told something newer while this answer was on its way: a whole state
 *   that was read before must not undo it
 */
export function isOvertaken({ cursor }: BuildingFeed, sync: Sync, asked?: Cursor): boolean {
  if (sync.epoch !== cursor?.epoch || sync.head >= cursor.seq) return false;
  return cursor.epoch !== asked?.epoch || cursor.seq !== asked.seq;
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

function step(feed: BuildingFeed, { epoch, seq, alarm }: AlarmEvent): BuildingFeed {
  const cursor = { epoch, seq };
  if (alarm.status === 'active') {
    return { ...feed, cursor, active: { ...feed.active, [alarm.id]: alarm } };
  }
  const { [alarm.id]: _over, ...active } = feed.active;
  const ended = wasEnded(feed, alarm.id) ? feed.ended : [alarm, ...feed.ended];
  return { ...feed, cursor, active, ended };
}

function replace(feed: BuildingFeed, sync: Sync): BuildingFeed {
  const active = Object.fromEntries(sync.active.map((alarm) => [alarm.id, alarm]));
  const gone = Object.keys(feed.active).filter((id) => !active[id]);
  const next = drain({
    cursor: { epoch: sync.epoch, seq: sync.head },
    held: feed.held.filter(({ epoch }) => epoch === sync.epoch),
    active,
    ended: feed.ended,
    vanished: [...new Set([...feed.vanished, ...gone])],
    // Whoever called for help is still asked when it is known how an alarm ended that is gone.
    responses: { ...feed.responses, ...byAlarm(sync.answers) },
    mutes: mutesAfter(feed, sync),
  });
  return { ...next, vanished: next.vanished.filter((id) => !wasEnded(next, id)) };
}

/** What was told after the state was read is newer than it. */
function mutesAfter({ mutes }: BuildingFeed, sync: Sync): BuildingFeed['mutes'] {
  const newer = Object.values(mutes).filter(({ at }) => at >= sync.serverNow);
  return byAlarm([...sync.muted, ...newer]);
}

const byAlarm = <T extends { alarmId: string }>(list: T[]): Record<string, T> =>
  Object.fromEntries(list.map((one) => [one.alarmId, one]));

const wasEnded = (feed: BuildingFeed, alarmId: string) =>
  feed.ended.some(({ id }) => id === alarmId);
