import { PAGES, plainPath } from '@contract/paths';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { watchPermission } from '../../../lib/browser/push.js';
import { onWorkerMessage } from '../../../lib/browser/service-worker.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { useConnection } from '../../../lib/realtime/socket.js';
import { useSession } from '../../../lib/session/session.js';
import { Bar } from '../../../ui/bar.js';
import { savedPush, updatePush, usePush } from '../push-state.js';
import { LATE_BARS } from './late-bars.copy.js';
import {
  browserVersion,
  forgetPush,
  isSyncMissing,
  readOwnPush,
  savePush,
  syncPush,
} from './sync-push.js';

/** Somebody who looks into many tabs by turns asks the server no more often. */
const READ_MS = 60_000;

/** Keeps push working, and says on every page when it has stopped. It is its own chunk. */
export function PushBar() {
  useEffect(maintainPush, []);
  useRetest();
  const lost = usePush((state) => state.lost);
  const { pathname } = useLocation();
  if (!lost || plainPath(pathname) === PAGES.check) return <Bar />;
  return <Bar action={{ text: LATE_BARS.push.test, to: PAGES.check }}>{LATE_BARS.push.lost}</Bar>;
}

/** Asks for another test after 30 days, and after an update of the browser. */
function useRetest(): void {
  const push = usePush((state) => state.push);
  const saved = usePush((state) => state.saved);
  useEffect(() => {
    const { browser } = savedPush();
    const isUpdated = browser !== undefined && browser !== browserVersion();
    const needsRetest = push === 'on' && saved !== undefined && (isUpdated || !saved.readyByPush);
    usePush.setState({ needsRetest });
  }, [push, saved]);
}

/**
 * Saves this browser's subscription once per page and again whenever the server may have lost it, and
 * makes a lost one again. A sign-out removes it from this browser, and the server ends it with the
 * session.
 * @returns a function that stops this
 */
export function maintainPush(): () => void {
  let isSaved = false;
  /** A push service that drops each new subscription is asked once per page. */
  let isRenewed = false;
  /** True from a visit until the server has said what it knows. */
  let isUnread = false;
  let readAtMs = -Infinity;
  const read = async () => {
    if (usePush.getState().push !== 'on') return;
    isUnread = false;
    if (await readOwnPush()) readAtMs = Date.now();
    else isUnread = true;
  };
  const sync = async (isFresh = false) => {
    try {
      await syncPush({ isFresh });
      isSaved = true;
    } catch {
      // The next connection tries again.
    }
    await read();
  };
  const look = async () => {
    updatePush();
    if (document.visibilityState !== 'visible' && isSaved) return;
    if (!isSaved || (await isSyncMissing().catch(() => false))) return sync();
    if (!isUnread) return;
    await read();
    if (usePush.getState().saved?.pushSubscription === 'none') await sync();
  };
  const again = () => void look();
  const visit = () => {
    // A clock may be set back.
    const isOld = Math.abs(Date.now() - readAtMs) >= READ_MS;
    isUnread = isOld && document.visibilityState === 'visible';
    again();
  };
  const stops = [
    watchPermission(again),
    onWorkerMessage(({ type }) => {
      if (type === 'push:changed') void sync();
    }),
    useConnection.subscribe((now, before) => {
      if (now.status === 'connected' && before.status !== 'connected') again();
    }),
    useDeviceAck.subscribe((now, before) => {
      if (now.build !== undefined || before.build === undefined) return;
      // The server cut the connection, as it does when the user removes this device.
      isSaved = false;
      usePush.setState({ saved: undefined });
    }),
    usePush.subscribe(({ saved }) => {
      if (saved?.pushSubscription !== 'dead' || isRenewed) return;
      isRenewed = true;
      // It is made again silently, but only a test proves that it works.
      savePush({ lost: true });
      void sync(true);
    }),
  ];
  document.addEventListener('visibilitychange', visit);
  again();
  return () => {
    stops.forEach((stop) => stop());
    document.removeEventListener('visibilitychange', visit);
    // The next user who signs in here may not have tested yet.
    usePush.setState({ saved: undefined, needsRetest: undefined });
    if (useSession.getState().status === 'signed_out') void forgetPush();
  };
}
