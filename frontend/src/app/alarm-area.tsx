import { PAGES, plainPath } from '@contract/paths';
import { type ComponentType, type PropsWithChildren, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { create } from 'zustand';
import { backoffMs, retryUntil } from '../lib/net/retry.js';
import { loadMe, useMe } from '../lib/session/me.js';
import { useSession } from '../lib/session/session.js';
import { Bar } from '../ui/bar.js';
import { SHELL } from './shell.copy.js';
import { reloadWhenThere } from '../lib/browser/reload.js';

const RETRY_MS = 5_000;
/** A bar for a shorter wait would only flash. */
const LOADING_SHOWN_AFTER_MS = 1_000;

/**
 * Mounts the alarm once, beside every page of a tab with a session, and shows while it is not there.
 * Visitors without a session do not load its code.
 */
export function AlarmArea() {
  const { status, left } = useSession();
  const { Alarm, LateBars, hasFailed } = useAlarmCode();
  const { pathname } = useLocation();
  const hasSession = status !== 'signed_out';
  const [hadSession, setHadSession] = useState(false);
  if (hasSession && !hadSession) setHadSession(true);

  useEffect(() => {
    if (hasSession) loadAlarm();
  }, [hasSession]);
  useLoadedMe(status === 'signed_in');

  const isLoaded = status === 'signed_in' && Alarm !== undefined;
  const isMissing = useHeld(hasSession && !isLoaded, LOADING_SHOWN_AFTER_MS);
  // The sign-in page shows the end of the session itself.
  const hasEnded = hadSession && !hasSession && !left && plainPath(pathname) !== PAGES.auth;

  if (!hadSession) return null;
  return (
    <>
      {hasEnded ? (
        <Bar action={{ text: SHELL.toSignIn, to: PAGES.auth, state: { ended: true } }}>
          {SHELL.alarm.ended}
        </Bar>
      ) : (
        <Bar action={hasFailed && { text: SHELL.alarm.reload, onClick: reloadPage }}>
          {isMissing && (hasFailed ? SHELL.alarm.failed : SHELL.alarm.loading)}
        </Bar>
      )}
      {isLoaded && <Alarm>{LateBars && <LateBars />}</Alarm>}
    </>
  );
}

const reloadPage = () => window.location.reload();

/** True once `is` has stayed true for `ms`. */
function useHeld(is: boolean, ms: number): boolean {
  const [isHeld, setHeld] = useState(false);
  if (!is && isHeld) setHeld(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setHeld(true), ms);
    return () => clearTimeout(timer);
  }, [is, ms]);
  return isHeld;
}

/** Loads the person's memberships: the alarm needs them on every page. */
function useLoadedMe(isSignedIn: boolean): void {
  const userId = useSession(({ user }) => user?.id);
  const status = useMe((state) => state.status);

  useEffect(() => {
    if (isSignedIn) void loadMe();
  }, [isSignedIn, userId]);

  useEffect(() => {
    if (!isSignedIn || status !== 'failed') return;
    let loading: Promise<unknown> | undefined;
    const retry = () => void (loading ??= loadMe().finally(() => (loading = undefined)));
    const timer = setInterval(retry, RETRY_MS);
    return () => clearInterval(timer);
  }, [isSignedIn, status]);
}

interface AlarmCode {
  /** Receives, sounds and shows alarms. Undefined until its chunk has arrived. */
  Alarm?: ComponentType<PropsWithChildren>;
  /** Keep push and the page's version up to date. They are loaded after the alarm. */
  LateBars?: ComponentType;
  hasFailed: boolean;
}

const useAlarmCode = create<AlarmCode>(() => ({ hasFailed: false }));

let loading: Promise<unknown> | undefined;

/** Loads the alarm's chunk, and repeats a failed load for as long as there is a session. */
export function loadAlarm(): void {
  loading ??= retryUntil(fetchChunk, {
    isOver: () => useSession.getState().status === 'signed_out',
    onFailure: (error) => {
      useAlarmCode.setState({ hasFailed: true });
      void reloadWhenThere(error);
    },
    delayMs: backoffMs,
  }).finally(() => (loading = undefined));
}

async function fetchChunk(): Promise<void> {
  const { TabAlarm } = await import('./signed-in/tab-alarm.js');
  useAlarmCode.setState({ Alarm: TabAlarm, hasFailed: false });
  import('../features/readiness/push/late-bars.js').then(
    ({ LateBars }) => useAlarmCode.setState({ LateBars }),
    () => undefined,
  );
}
