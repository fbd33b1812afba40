import type { Cursor } from '@contract/alarm';
import type { ServerToClientEvents } from '@contract/events';
import { whenWoken } from '../../../lib/net/network.js';
import { keepConnected, socket, useConnection } from '../../../lib/realtime/socket.js';
import { activeMemberships, loadMe, useMe } from '../../../lib/session/me.js';
import { createCatchUp, createEndFetcher, createMissedSearch } from './catch-up.js';
import {
  cursors,
  feedOf,
  forgetFeed,
  recordEvent,
  recordHelp,
  recordLeft,
  recordMute,
  recordReach,
  recordResponse,
  recordSync,
} from './feed-store.js';
import { isBehind, isReplacement } from './feed.js';

/**
 * Receives the buildings' alarms and fetches missed events. Nothing else subscribes to the socket's
 * alarm events.
 * @param buildingIds returns the ids of the user's buildings, which may change meanwhile
 * @returns a function that stops and clears the feed
 */
export function listen(buildingIds: () => string[]): () => void {
  const stopped = new AbortController();
  const fetchEnds = createEndFetcher(stopped.signal);
  const searchMissed = createMissedSearch(stopped.signal);
  const caughtUp = (buildingId: string, isReplaced: boolean) => {
    fetchEnds(buildingId);
    searchMissed(buildingId, isReplaced);
  };
  const catchUp = createCatchUp(caughtUp, stopped.signal);
  let handshake: Record<string, Cursor> = {};
  const catchUpAll = () => buildingIds().forEach((id) => void catchUp(id));
  const look = (buildingId: string, head?: Cursor) => {
    if (isBehind(feedOf(buildingId), head)) void catchUp(buildingId);
    else searchMissed(buildingId, false);
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
    on('building:left', ({ buildingId }) => {
      recordLeft(buildingId);
      void loadMe();
    }),
    // It may end while the tab is offline. A building that is not in `me` yet stays.
    useMe.subscribe(({ me }, before) => {
      const ids = activeMemberships(me && before.me).map(({ building }) => building.id);
      ids.filter((id) => !buildingIds().includes(id)).forEach(recordLeft);
    }),
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

/** A socket that is lost longer than this is replaced by polling over HTTP. */
const PATIENCE_MS = 2_000;
const POLL_MS = 3_000;
/** After a restore each tab must start over within 2 s of the first node that is ready. */
const UNANSWERED_POLL_MS = 1_500;

/** Polls while the socket is down, in a hidden tab too: a hidden tab must ring as well. */
function pollWhileDown(fetchAll: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    fetchAll();
    const { fetchedAtMs = 0 } = useConnection.getState();
    const everyMs = Date.now() - fetchedAtMs < 4_000 ? POLL_MS : UNANSWERED_POLL_MS;
    // The jitter keeps the tabs that lost the same node from polling the next node all at once.
    timer = setTimeout(poll, everyMs * (0.8 + Math.random() * 0.4));
  };
  const follow = () => {
    const { status, downSince = Date.now() } = useConnection.getState();
    if (status === 'down' || status === 'connecting') {
      const waitMs = PATIENCE_MS - Math.max(0, Date.now() - downSince);
      timer ??= setTimeout(poll, Math.max(0, waitMs));
    } else {
      clearTimeout(timer);
      timer = undefined;
    }
  };
  const unsubscribe = useConnection.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
