import type { Cursor } from '@contract/alarm';
import type { ServerToClientEvents } from '@contract/events';
import { loadMe, useMe } from '../../../lib/session/me.js';
import { keepConnected, socket } from '../../../lib/realtime/socket.js';
import { catchUpOnce, learnOnce } from './catch-up.js';
import { isBehind, isReplacement } from './feed-position.js';
import { lookBackOnce } from './look-back.js';
import { pollWhileDown, whenWoken } from './feed-wakers.js';
import {
  cursors,
  feedOf,
  forgetFeed,
  recordResponse,
  recordEvent,
  recordHelp,
  recordMute,
  recordReach,
  recordSync,
} from './feed-store.js';

/**
 * Receives the buildings' alarms and fetches missed events. Nothing else subscribes to the socket's
 * alarm events.
 * @param buildingIds returns the ids of the user's buildings, which may change meanwhile
 * @returns a function that stops and clears the feed
 */
export function listen(buildingIds: () => string[]): () => void {
  const stopped = new AbortController();
  const learn = learnOnce(stopped.signal);
  const lookBack = lookBackOnce(stopped.signal);
  const caughtUp = (buildingId: string, isReplaced: boolean) => {
    learn(buildingId);
    lookBack(buildingId, isReplaced);
  };
  const catchUp = catchUpOnce(caughtUp, stopped.signal);
  let handshake: Record<string, Cursor> = {};
  const catchUpAll = () => buildingIds().forEach((id) => void catchUp(id));
  const look = (buildingId: string, head?: Cursor) => {
    if (isBehind(feedOf(buildingId), head)) void catchUp(buildingId);
    else lookBack(buildingId, false);
  };

  const stops = [
    on('sync', (sync) => {
      const isReplaced = isReplacement(feedOf(sync.buildingId), sync);
      recordSync(sync, handshake[sync.buildingId]);
      caughtUp(sync.buildingId, isReplaced);
      if (useMe.getState().me && !buildingIds().includes(sync.buildingId)) void loadMe();
      look(sync.buildingId);
    }),
    on('alarm:event', (event) => {
      recordEvent(event);
      look(event.buildingId);
    }),
    // The membership has ended; the page must stop promising alarms from that building.
    on('building:left', () => void loadMe()),
    on('me:changed', () => void loadMe()),
    on('building:head', (head) => look(head.buildingId, head)),
    on('alarm:answered', recordResponse),
    on('alarm:muted', recordMute),
    on('alarm:reach', recordReach),
    on('alarm:help', recordHelp),
    pollWhileDown(catchUpAll),
    whenWoken(catchUpAll),
    keepConnected(() => (handshake = cursors())),
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
