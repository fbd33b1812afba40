import type { Alarm, Mute } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { useServerNow } from '../../../lib/time/clock.js';
import { type Attention, useAttention } from '../commands/attention.js';
import { mutes, type ResponseChange, responses, type Unsaved } from '../commands/outbox.js';
import { type FeedState, useFeed } from '../feed/feed-store.js';
import { byUrgency, isMine, isOver, type Person } from '../model/alarm-rules.js';
import { type SendStore, useSend } from '../send/send-store.js';

/** This person's response to an alarm. */
export interface GivenResponse extends ResponseChange {
  /** Set until the server has saved it. */
  unsaved?: Unsaved<ResponseChange>;
}

export interface Alarms {
  person: Person;
  /** Active alarms, the most urgent first. */
  active: Alarm[];
  /** The alarms of `active` that cover the page; the others are minimised. */
  open: Alarm[];
  /** Ended alarms whose end the person has not closed yet. */
  ended: Alarm[];
  /** This person's own responses, by alarm. */
  responses: Record<string, GivenResponse | undefined>;
  /** The server's time in ms. */
  nowMs: number;
}

/** Returns the current state of all alarms in the person's buildings. */
export function useAlarms(memberships: Membership[]): Alarms {
  const buildings = useFeed((state) => state.buildings);
  const sent = useSend((state) => state.sent);
  const unsavedResponses = responses.useUnsaved();
  const unsavedMutes = mutes.useUnsaved();
  const { joined, windows } = useAttention();

  const feeds = Object.values(buildings);
  const known = [
    ...feeds.flatMap(({ active }) => Object.values(active)),
    ...notInFeedYet(buildings, sent),
  ];
  const nowMs = useServerNow(known.length > 0);
  const given: Alarms['responses'] = Object.fromEntries(
    feeds.flatMap((feed) => Object.entries(feed.responses)),
  );
  for (const [id, unsaved] of Object.entries(unsavedResponses)) {
    given[id] = { ...unsaved.change, unsaved };
  }
  const person: Person = {
    membershipIds: new Set(memberships.map(({ id }) => id)),
    responded: new Set(Object.keys(given)),
    mutedSinceMs: mutedSince([
      ...feeds.flatMap(({ mutes }) => Object.values(mutes)),
      ...Object.values(unsavedMutes).map(({ change }) => change),
    ]),
    joined,
  };
  const active = known.filter((alarm) => !isOver(alarm, nowMs)).sort(byUrgency);
  return {
    person,
    active,
    open: active.filter((alarm) => isOpen(alarm, person, windows)),
    ended: feeds.flatMap(({ ended }) => ended),
    responses: given,
    nowMs,
  };
}

/** An alarm opens by itself unless the person raised it, joined it or responded to it. */
function isOpen(alarm: Alarm, person: Person, windows: Attention['windows']): boolean {
  const isHandled = isMine(alarm, person) || person.responded.has(alarm.id);
  return (windows[alarm.id] ?? (isHandled ? 'minimised' : 'open')) === 'open';
}

/** @param mutes the last one in the list counts for its alarm */
function mutedSince(mutes: Mute[]): Person['mutedSinceMs'] {
  const last = new Map(mutes.map((one) => [one.alarmId, one]));
  const muting = [...last.values()].filter(({ muted }) => muted);
  return new Map(muting.map(({ alarmId, at }) => [alarmId, Date.parse(at)]));
}

/** The server's answer to a press may arrive before the event of its alarm. */
function notInFeedYet(buildings: FeedState['buildings'], sent: SendStore['sent']): Alarm[] {
  if (!sent) return [];
  const { alarm, epoch, seq } = sent.answer;
  const feed = buildings[alarm.buildingId];
  const isInFeed = feed?.cursor && (feed.cursor.epoch !== epoch || feed.cursor.seq >= seq);
  return isInFeed || feed?.active[alarm.id] ? [] : [alarm];
}
