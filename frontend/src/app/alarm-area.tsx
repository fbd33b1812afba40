import { PAGES, plainPath } from '@contract/paths';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Bar } from '../features/readiness/bars/bar.js';
import { loadMe, useMe } from '../lib/session/me.js';
import { useSession } from '../lib/session/session.js';
import { Button, buttonClass } from '../ui/button.js';
import { Link } from '../ui/link.js';
import { loadAlarm, useAlarmCode } from './alarm-code.js';
import { SHELL } from './shell.copy.js';

const ASK_AGAIN_MS = 5_000;
/** A bar for a shorter wait would only flash. */
const LATE_MS = 1_000;

/**
 * Mounts the alarm once, beside every page of a tab with a session, and shows while it is not there.
 * Visitors without a session do not load its code.
 */
export function AlarmArea() {
  const { status, left } = useSession();
  const { Alarm, PushBar, hasFailed } = useAlarmCode();
  const { pathname } = useLocation();
  const hasSession = status !== 'signed_out';
  const [hadSession, setHadSession] = useState(false);
  if (hasSession && !hadSession) setHadSession(true);

  useEffect(() => {
    if (hasSession) loadAlarm();
  }, [hasSession]);
  useLoadedMe(status === 'signed_in');

  const isHere = status === 'signed_in' && Alarm !== undefined;
  const isLate = useHeld(hasSession && !isHere, LATE_MS);
  // The sign-in page shows the end of the session itself.
  const hasEnded = hadSession && !hasSession && !left && plainPath(pathname) !== PAGES.auth;

  if (!hadSession) return null;
  return (
    <>
      {hasEnded ? (
        <Bar
          action={
            <Link
              to={PAGES.auth}
              state={{ ended: true }}
              className={buttonClass({ variant: 'secondary', className: 'shrink-0' })}
            >
              {SHELL.toSignIn}
            </Link>
          }
        >
          {SHELL.alarm.ended}
        </Bar>
      ) : (
        <Bar
          action={
            hasFailed && (
              <Button
                variant="secondary"
                className="shrink-0"
                onClick={() => window.location.reload()}
              >
                {SHELL.alarm.reload}
              </Button>
            )
          }
        >
          {isLate && (hasFailed ? SHELL.alarm.failed : SHELL.alarm.loading)}
        </Bar>
      )}
      {isHere && <Alarm>{PushBar && <PushBar />}</Alarm>}
    </>
  );
}

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
    const timer = setInterval(() => void loadMe(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isSignedIn, status]);
}
