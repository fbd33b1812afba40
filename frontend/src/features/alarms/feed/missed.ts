import type { Alarm, AlarmStatus, Sync } from '@contract/alarm';
import { create } from 'zustand';
import { local, readJson, write } from '../../../lib/browser/storage.js';
import { useSession } from '../../../lib/session/session.js';
import { kindOf } from '../model/alarm-rules.js';
import type { AlarmKind } from '../model/kinds.copy.js';
import type { BuildingFeed } from './feed.js';

/** An alarm that began and ended while this browser received nothing. */
export interface Missed {
  id: string;
  buildingId: string;
  kind: AlarmKind;
  status: AlarmStatus;
  raisedAt: string;
  endedAt: string;
  /** The membership ids of its sender and witnesses, who did not miss it. */
  pressedBy: string[];
}

interface MissedRecord {
  /** The user's id: the record is not shown to another user of this browser. */
  person: string;
  /** The server time until which this browser was up to date, by building. */
  seenAt: { [buildingId: string]: string };
  unread: Missed[];
}

const KEY = 'resq.missed';
/** Alarms older than this are shown in the history only. */
const LONGEST_MS = 24 * 3_600_000;

/** The missed alarms that are not dismissed. Saved in the browser: a reload must not lose them. */
export const useMissed = create<{ unread: Missed[] }>(() => ({ unread: read().unread }));

/**
 * @param sync a continuation of the feed; its first events may have arrived here before it
 * @returns the alarms that began and ended within its new events, and were never shown here
 */
export function missedIn(feed: BuildingFeed, sync: Pick<Sync, 'events'>): Missed[] {
  const applied = feed.cursor?.seq ?? 0;
  const events = [...sync.events, ...feed.held].filter(({ seq }) => seq > applied);
  const raised = new Set(events.filter(({ kind }) => kind === 'raised').map((e) => e.alarm.id));
  const over = events
    .map(({ alarm }) => alarm)
    .filter(({ id, status }) => status !== 'active' && raised.has(id) && !feed.active[id]);
  return [...new Map(over.map((alarm) => [alarm.id, missedOf(alarm)])).values()];
}

export function missedOf(alarm: Alarm): Missed {
  const { id, buildingId, status, raisedAt, expiresAt, endedAt = expiresAt } = alarm;
  const pressedBy = [alarm.sender, ...alarm.witnesses].map(({ membershipId }) => membershipId);
  return { id, buildingId, kind: kindOf(alarm), status, raisedAt, endedAt, pressedBy };
}

/** Drops what another tab of this browser has shown: a tab that was frozen has missed it alone. */
export function recordMissed(missed: Missed[], serverNowMs: number): void {
  const oldest = new Date(serverNowMs - LONGEST_MS).toISOString();
  const { unread, ...rest } = read();
  const known = new Set(unread.map(({ id }) => id));
  const news = missed.filter(
    ({ id, buildingId, raisedAt }) =>
      !known.has(id) && raisedAt > oldest && raisedAt > (rest.seenAt[buildingId] ?? ''),
  );
  if (news.length === 0) return;
  save({ ...rest, unread: [...news, ...unread] });
}

export function dismissMissed(): void {
  save({ ...read(), unread: [] });
}

/** @returns the start of this browser's absence, at most a day ago; undefined on its first visit */
export function seenUntil(buildingId: string, serverNowMs: number): string | undefined {
  const seen = read().seenAt[buildingId];
  const oldest = new Date(serverNowMs - LONGEST_MS).toISOString();
  return seen && seen < oldest ? oldest : seen;
}

export function recordSeen(buildingId: string, serverNowMs: number): void {
  const { seenAt, ...rest } = read();
  const at = new Date(serverNowMs).toISOString();
  save({ ...rest, seenAt: { ...seenAt, [buildingId]: at } });
}

function read(): MissedRecord {
  const person = useSession.getState().user?.id ?? '';
  const found = readJson(local, KEY) as Partial<MissedRecord> | null | undefined;
  const nothing: MissedRecord = { person, seenAt: {}, unread: [] };
  return found?.person === person ? { ...nothing, ...found } : nothing;
}

function save(record: MissedRecord): void {
  write(local, KEY, JSON.stringify(record));
  if (useMissed.getState().unread !== record.unread) {
    useMissed.setState({ unread: record.unread });
  }
}

// Another tab has added or dismissed missed alarms.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY) useMissed.setState({ unread: read().unread });
});
useSession.subscribe((now, before) => {
  if (now.user?.id === before.user?.id) return;
  if (before.user && !now.user) local.removeItem(KEY);
  useMissed.setState({ unread: read().unread });
});
