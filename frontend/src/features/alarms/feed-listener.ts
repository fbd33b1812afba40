import type { Cursor, Sync } from '@contract/alarm';
import type { ServerToClientEvents } from '@contract/events';
import type { AlarmDetails } from '@contract/http';
import { request } from '../../lib/http.js';
import { loadMe, useMe } from '../../lib/me.js';
import { keepConnected, socket } from '../../lib/socket.js';
import { isBehind } from './feed.js';
import { pollWhileDown, whenWoken } from './feed-wakers.js';
import {
  cursors,
  feedOf,
  forgetFeed,
  noteAnswer,
  noteDetails,
  noteEvent,
  noteReach,
  noteSync,
} from './feed-store.js';

const RETRY_MS = 2_000;
const TIMEOUT_MS = 8_000;

/**
 * Hears the buildings' alarms, and notices when it did not. The only place that listens to the
 * socket's alarm events.
 * @param buildingIds asked whenever everything is fetched
 * @returns stops, and forgets what was heard
 */
export function listen(buildingIds: () => string[]): () => void {
  const stopped = new AbortController();
  const catchUp = catchUpOnce(stopped.signal);
  const catchUpAll = () => buildingIds().forEach((id) => void catchUp(id));
  const look = (buildingId: string, head?: Cursor) => {
    if (isBehind(feedOf(buildingId), head)) void catchUp(buildingId);
  };

  const stops = [
    on('sync', (sync) => {
      noteSync(sync);
      learnVanished(sync.buildingId, stopped.signal);
      if (useMe.getState().me && !buildingIds().includes(sync.buildingId)) void loadMe();
      look(sync.buildingId);
    }),
    on('alarm:event', (event) => {
      noteEvent(event);
      look(event.buildingId);
    }),
    // No longer a member: the page must not go on promising alarms from that house.
    on('building:left', () => void loadMe()),
    on('building:head', (head) => look(head.buildingId, head)),
    on('alarm:answered', noteAnswer),
    on('alarm:reach', noteReach),
    pollWhileDown(catchUpAll),
    whenWoken(catchUpAll),
    keepConnected(cursors),
  ];
  return () => {
    stopped.abort();
    stops.forEach((stop) => stop());
    forgetFeed();
  };
}

function on<E extends keyof ServerToClientEvents>(
  event: E,
  handler: ServerToClientEvents[E],
): () => void {
  socket.on(event, handler as never);
  return () => void socket.off(event, handler as never);
}

/** One fetch per building at a time; what is asked for meanwhile is fetched once more after it. */
function catchUpOnce(signal: AbortSignal): (buildingId: string) => Promise<void> {
  const flights = new Map<string, { again: boolean }>();
  return async function catchUp(buildingId) {
    const running = flights.get(buildingId);
    if (running) {
      running.again = true;
      return;
    }
    const flight = { again: false };
    flights.set(buildingId, flight);
    try {
      do {
        flight.again = false;
        await fetchEvents(buildingId, signal);
      } while (flight.again);
    } catch {
      const retry = () => {
        const gap = feedOf(buildingId).held.length > 0;
        if (gap && !signal.aborted) void catchUp(buildingId);
      };
      setTimeout(retry, RETRY_MS);
    } finally {
      flights.delete(buildingId);
    }
  };
}

async function fetchEvents(buildingId: string, signal: AbortSignal): Promise<void> {
  const asked = feedOf(buildingId).cursor;
  const query = asked ? `?after=${asked.seq}&epoch=${encodeURIComponent(asked.epoch)}` : '';
  const path = `/buildings/${buildingId}/events${query}`;
  const sync = await request<Sync>('GET', path, undefined, { signal, timeoutMs: TIMEOUT_MS });
  const { cursor } = feedOf(buildingId);
  // A whole state that was read before the socket told something newer must not undo it.
  const overtaken = sync.epoch === cursor?.epoch && sync.head < cursor.seq && cursor !== asked;
  if (signal.aborted || overtaken) return;
  noteSync(sync);
  learnVanished(buildingId, signal);
}

/** An alarm that was shown here must not just disappear: how it ended is asked for. */
function learnVanished(buildingId: string, signal: AbortSignal): void {
  for (const alarmId of feedOf(buildingId).vanished) {
    request<AlarmDetails>('GET', `/alarms/${alarmId}`, undefined, { signal })
      .then(({ alarm }) => noteDetails(alarm))
      .catch(() => undefined);
  }
}
