import { PAGES, plainPath } from '@contract/paths';
import {
  Component,
  type ComponentType,
  type PropsWithChildren,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { create } from 'zustand';
import { build } from '../lib/browser/env.js';
import { request } from '../lib/net/http.js';
import { backoffMs, retryUntil } from '../lib/net/retry.js';
import { loadMe, useMe } from '../lib/session/me.js';
import { useSession } from '../lib/session/session.js';
import { Bar } from '../ui/bar.js';
import { Ring112 } from '../ui/ring-112.js';
import { setTitle, signFavicon, titlePart } from '../ui/tab-signs.js';
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
  const { status, left, user } = useSession();
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
      {/* A renewal may answer with another user, who must not see the alarms of the former one. */}
      {isLoaded && <Alarm key={user?.id}>{LateBars && <LateBars />}</Alarm>}
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

const LONGEST_MS = 60_000;
/** An alarm area that has worked for this long begins with the shortest wait again. */
const STABLE_MS = 60_000;

/**
 * Keeps an error of the alarm area from the page, and mounts the area again after growing waits. The
 * area has closed its socket with its end, so this device no longer counts as ready.
 */
export class AlarmBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  private failures = 0;
  private mountedMs = performance.now();
  private timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    if (performance.now() - this.mountedMs > STABLE_MS) this.failures = 0;
    this.failures += 1;
    if (this.failures === 1) report(error);
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.mountedMs = performance.now();
        this.setState({ failed: false });
      },
      backoffMs(this.failures, LONGEST_MS),
    );
  }

  override componentWillUnmount() {
    clearTimeout(this.timer);
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

/** Says that no alarm arrives. A warning of an alarm stays in title and icon. */
function Broken() {
  const [alarm] = useState(() => titlePart('alarm'));
  useEffect(() => {
    const sign = alarm.startsWith('●') ? 'alarm' : 'unprotected';
    setTitle('alarm', alarm || SHELL.alarm.title);
    signFavicon(sign, true);
    return () => {
      setTitle('alarm');
      signFavicon(sign, false);
    };
  }, [alarm]);
  return (
    <div role="alert">
      <Bar>
        <span className="grow">{SHELL.alarm.broken}</span>
        <Ring112 />
      </Bar>
    </div>
  );
}

/** Sends where the code failed. The message stays here, because it may hold a person's text. */
function report(error: unknown): void {
  const { name = '', stack = '' } = error instanceof Error ? error : {};
  const at =
    stack
      .match(/[\w-]+\.js:\d+:\d+/g)
      ?.slice(0, 3)
      .join(' ') ?? '';
  const body = { name: name.slice(0, 40), at: at.slice(0, 200), build: build() };
  request('POST', '/devices/page-errors', body).catch(() => undefined);
}
