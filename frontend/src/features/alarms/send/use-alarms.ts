import type { Alarm, AlarmResponse, Mute } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { usePendingResponses, type PendingResponse } from '../commands/respond.js';
import { type Attention, useAttention } from '../commands/attention.js';
import { type FeedState, useFeed } from '../feed/feed-store.js';
import { usePendingMutes } from '../commands/mute.js';
import { byUrgency, type Here, isMine, isOver } from '../model/alarm-rules.js';
import { useSend, type SendStore } from './send-store.js';
import { useServerNow } from '../feed/use-now.js';

export interface Alarms {
  here: Here;
  /** Going on now, the most urgent first. */
  active: Alarm[];
  /** Of these, what lies over the page; the others have stepped aside. */
  open: Alarm[];
  /** Over, and not yet read as such. */
  ended: Alarm[];
  answers: Record<string, AlarmResponse | PendingResponse | undefined>;
  /** The server's clock, in milliseconds. */
  nowMs: number;
}

/** Everything about the alarms of one's houses, as it is now. */
export function useAlarms(memberships: Membership[]): Alarms {
  const buildings = useFeed((state) => state.buildings);
  const sent = useSend((state) => state.sent);
  const pending = usePendingResponses((state) => state.pending);
  const pendingMutes = usePendingMutes((state) => state.pending);
  const { joined, placed } = useAttention();

  const feeds = Object.values(buildings);
  const known = [
    ...feeds.flatMap(({ active }) => Object.values(active)),
    ...unheard(buildings, sent),
  ];
  const nowMs = useServerNow(known.length > 0);
  const kept = Object.fromEntries(feeds.flatMap((feed) => Object.entries(feed.responses)));
  const answers: Alarms['answers'] = { ...kept, ...pending };
  const here: Here = {
    membershipIds: new Set(memberships.map(({ id }) => id)),
    answered: new Set(Object.keys(answers)),
    mutedSinceMs: mutedSince([
      ...feeds.flatMap(({ mutes }) => Object.values(mutes)),
      ...Object.values(pendingMutes),
    ]),
    joined,
  };
  const active = known.filter((alarm) => !isOver(alarm, nowMs)).sort(byUrgency);
  return {
    here,
    active,
    open: active.filter((alarm) => isOpen(alarm, here, placed)),
    ended: feeds.flatMap(({ ended }) => ended),
    answers,
    nowMs,
  };
}

/** An alarm that somebody must be told of opens by itself, on this device and in this tab. */
function isOpen(alarm: Alarm, here: Here, placed: Attention['placed']): boolean {
  const needsNoTelling = isMine(alarm, here) || here.answered.has(alarm.id);
  return (placed[alarm.id] ?? (needsNoTelling ? 'minimised' : 'open')) === 'open';
}

/** @param mutes the later one of the same alarm counts */
function mutedSince(mutes: Mute[]): Here['mutedSinceMs'] {
  const last = new Map(mutes.map((one) => [one.alarmId, one]));
  const wished = [...last.values()].filter(({ muted }) => muted);
  return new Map(wished.map(({ alarmId, at }) => [alarmId, Date.parse(at)]));
}

/** The server's answer to one's own press may come before the stream tells of it. */
function unheard(buildings: FeedState['buildings'], sent: SendStore['sent']): Alarm[] {
  if (!sent) return [];
  const { alarm, epoch, seq } = sent.answer;
  const feed = buildings[alarm.buildingId];
  const isHeard = feed?.cursor && (feed.cursor.epoch !== epoch || feed.cursor.seq >= seq);
  return isHeard || feed?.active[alarm.id] ? [] : [alarm];
}
