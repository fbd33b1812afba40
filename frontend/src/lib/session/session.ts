import type { SessionCookie, SignedIn, User } from '@contract/http';
import { TIMES } from '@contract/limits';
import { create } from 'zustand';
import { withTabLock } from '../browser/tab-lock.js';
import { backoffMs } from '../net/retry.js';
import { ApiError, setTokenSource, request } from '../net/http.js';
import { readRecord, readSignOut, removeRecord, writeRecord } from './session-record.js';

export interface Session {
  /** `unknown` only while the page starts and checks a stored session. */
  status: 'unknown' | 'signed_out' | 'signed_in';
  user?: User;
  /** True when the user signed out in this tab, not when another tab or the server did it. */
  left?: boolean;
  /** True when the server ended the session, also one that this page only knew from its entry. */
  ended?: boolean;
  /** True when the session ended before a press of this tab was sent. */
  unsent?: boolean;
  /** The time (ISO 8601) by which the data are erased, after the account was closed in this tab. */
  erasedBy?: string;
  /** True while the server could not be told of the sign-out. */
  leaveFailed?: boolean;
}

export const useSession = create<Session>(() => ({ status: 'unknown' }));

/** A header that another origin cannot send without a preflight, which the server refuses. */
export const OWN_PAGE = { 'X-ResQ': '1' };
/** A hidden tab's timers run once a minute, and the server closes a connection with its token. */
const RENEW_BEFORE_MS = 2 * 60_000;
/** The longest delay between two attempts: every open tab repeats them while a server is down. */
const LONGEST_RETRY_MS = 30_000;
/** After this time without an answer to the renewal, the page trusts the stored session. */
const BELIEVE_AFTER_MS = 2_500;
/**
 * A frozen tab may hold the lock. Running without it is safe, because the server accepts two
 * rotations of one cookie within 10 s.
 */
const LOCK_PATIENCE_MS = 8_000;

interface Access {
  token: string;
  /** Milliseconds, by this browser's clock. */
  until: number;
}

let access: Access | undefined;
let flight: Promise<string | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
/** Grows with every sign-in and sign-out, so that the answer to an older request is dropped. */
let generation = 0;

/**
 * Returns a valid access token, and renews it if necessary. Never rejects.
 * @returns undefined when signed out, or when the server could not be reached. In that case
 *   `useSession` still says `signed_in`, and a later call may succeed
 */
export async function accessToken(): Promise<string | undefined> {
  if (useSession.getState().status === 'signed_out') return undefined;
  if (access && access.until - Date.now() > RENEW_BEFORE_MS / 2) return access.token;
  const renewed = await renew();
  if (renewed) return renewed;
  return access && access.until > Date.now() ? access.token : undefined;
}

/**
 * Restores the session at start.
 * @param askAnyway asks the server also without an entry: the browser may have lost it, while its
 *   cookie is valid for weeks
 */
export async function restore({ askAnyway = false } = {}): Promise<void> {
  const record = readRecord();
  const believe = () => {
    if (useSession.getState().status !== 'unknown') return;
    if (!record) return useSession.setState({ status: 'signed_out', user: undefined });
    useSession.setState({ status: 'signed_in', user: record.user, left: false });
  };
  if (!record && (!askAnyway || readSignOut())) return believe();
  const patience = setTimeout(believe, BELIEVE_AFTER_MS);
  if (record || (await hasCookie())) await renew({ askAnyway });
  clearTimeout(patience);
  believe();
}

/** A refused renewal would be an error in the console of every visitor. */
const hasCookie = (): Promise<boolean> =>
  request<SessionCookie>('GET', '/auth/session', undefined, { auth: false }).then(
    (answer) => answer.hasCookie,
    () => false,
  );

/** Renews after sleep or a lost network, which may have stopped the renewals. */
export function wake(): void {
  if (useSession.getState().status !== 'signed_in') return;
  const isOld = !access || access.until - Date.now() < 2 * RENEW_BEFORE_MS;
  if (isOld || failures > 0 || !readRecord()) void renew();
}

/**
 * Follows another tab that signed out, signed in, or signed in another user. An entry that the browser
 * lost ends nothing: the server is asked.
 */
export function follow(): void {
  const record = readRecord();
  const { status, user } = useSession.getState();
  if (!record) {
    if (status === 'signed_in') void renew();
  } else if (record.user.id !== user?.id || status === 'signed_out') {
    forget();
    useSession.setState({ status: 'unknown', user: undefined });
    void restore();
  }
}

/** Begins a session with the answer to a sign-in. */
export function begin(answer: SignedIn): void {
  forget();
  writeRecord(answer.user);
  storeAccess(answer);
}

/** Runs changes of the session in one tab of this browser at a time. */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  return withTabLock('resq-session', work, { patienceMs: LOCK_PATIENCE_MS });
}

/** Renews with one request at a time over all tabs: two at once would rotate the cookie twice. */
function renew({ askAnyway = false } = {}): Promise<string | undefined> {
  flight ??= withSessionLock(() => requestRenewal(askAnyway)).finally(() => {
    flight = undefined;
  });
  return flight;
}

async function requestRenewal(askAnyway: boolean): Promise<string | undefined> {
  if (!askAnyway && !mayHaveSession()) {
    end();
    return undefined;
  }
  const asked = generation;
  try {
    const answer = await postRefresh();
    if (asked !== generation) return access?.token;
    writeRecord(answer.user, readRecord()?.until);
    return storeAccess(answer);
  } catch (error) {
    if (asked !== generation) return access?.token;
    if (isSessionOver(error)) end({ ended: true });
    else if (mayHaveSession()) scheduleRenewal(backoffMs((failures += 1), LONGEST_RETRY_MS));
    return undefined;
  }
}

/** Without an entry, only a tab that had a session and no sign-out knows of one. */
const mayHaveSession = (): boolean =>
  readRecord() !== undefined || (!readSignOut() && useSession.getState().user !== undefined);

export const postRefresh = (): Promise<SignedIn> =>
  request('POST', '/auth/refresh', {}, { auth: false, headers: OWN_PAGE });

/** Only the server ends a session: a lost network or a captive portal must not sign out. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'auth.session_ended';

function storeAccess({ user, accessToken: token, expiresAt }: SignedIn): string {
  // The clock of this device may be wrong, so the lifetime is bounded on both sides.
  const left = Date.parse(expiresAt) - Date.now();
  const lifetime = Math.min(Math.max(left, 2 * RENEW_BEFORE_MS), TIMES.accessTokenMs);
  access = { token, until: Date.now() + lifetime };
  failures = 0;
  scheduleRenewal(lifetime - RENEW_BEFORE_MS);
  useSession.setState({
    status: 'signed_in',
    user,
    left: false,
    ended: false,
    unsent: false,
    erasedBy: undefined,
    leaveFailed: false,
  });
  return token;
}

function scheduleRenewal(inMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void renew(), inMs);
}

function forget(): void {
  generation++;
  access = undefined;
  failures = 0;
  clearTimeout(timer);
}

/**
 * Ends the session. The other tabs follow, because the stored session is removed. A second end does not
 * change how the first one was: a renewal may have waited for its turn during a sign-out.
 */
export function end(how: Pick<Session, 'left' | 'ended' | 'erasedBy'> = {}): void {
  forget();
  removeRecord();
  useSession.setState({ status: 'signed_out', user: undefined, ...how });
}

setTokenSource({
  current: accessToken,
  replace: async (refused) => {
    if (access?.token === refused) access = undefined;
    return accessToken();
  },
});
