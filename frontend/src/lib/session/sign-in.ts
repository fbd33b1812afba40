import type { SignedIn, User } from '@contract/http';
import { TIMES } from '@contract/limits';
import { backoffMs } from '../net/retry.js';
import { ApiError, request } from '../net/http.js';
import { whenWoken } from '../net/network.js';
import {
  begin,
  end,
  follow,
  isSessionOver,
  OWN_PAGE,
  postRefresh,
  useSession,
  wake,
  withSessionLock,
} from './session.js';
import { readSignOut, SESSION_KEY, SIGN_OUT_KEY, writeSignOut } from './session-record.js';

const COOKIES_REFUSED =
  'Webbläsaren tar inte emot kakor (cookies) från ResQ. Tillåt dem för den här sidan och logga in.';
const LONGEST_RETRY_MS = 30_000;

/** The sign-out in progress. A sign-in waits for it: its late answer would clear the new cookie. */
let leaving: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

export function signIn(email: string, password: string): Promise<User> {
  return enter('/auth/sign-in', { email, password });
}

/** Finishes a sign-in that was answered with `auth.second_factor_required`. */
export function finishSignIn(code: string): Promise<User> {
  return enter('/auth/sign-in/code', { code });
}

export function signUp(account: { email: string; password: string }): Promise<User> {
  return enter('/auth/sign-up', account);
}

/**
 * Ends this browser's session in all its tabs at once, also when the server cannot be reached: then it
 * is told later.
 * @param everywhere ends the sessions of other devices too; it rejects when the server does not
 *   confirm
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  if (everywhere) await withSessionLock(() => postSignOut({ everywhere: true }));
  end({ left: true });
  writeSignOut(everywhere ? 'done' : 'asked');
  await finishSignOut();
}

/** Tells the server of a sign-out that it has not confirmed yet, and repeats that. Never rejects. */
export async function finishSignOut(): Promise<void> {
  if (!leaving && readSignOut() !== 'asked') return;
  leaving ??= requestSignOut().finally(() => (leaving = undefined));
  await leaving;
}

async function requestSignOut(): Promise<void> {
  clearTimeout(timer);
  try {
    await withSessionLock(async () => {
      // Another tab may have finished it, or signed in.
      if (readSignOut() !== 'asked') return;
      await postSignOut({});
      writeSignOut('done');
    });
    failures = 0;
    useSession.setState({ leaveFailed: false });
  } catch {
    timer = setTimeout(() => void finishSignOut(), backoffMs((failures += 1), LONGEST_RETRY_MS));
    useSession.setState({ leaveFailed: true });
  }
}

/** Signs out after the account was closed: the server ended its sign-ins, and clears the cookie. */
export function leaveForGood(): void {
  const erasedBy = new Date(Date.now() + TIMES.erasureMs).toISOString();
  end({ left: true, erasedBy });
  writeSignOut('done');
  leaving = withSessionLock(() => postSignOut({}))
    .catch(() => undefined)
    .finally(() => (leaving = undefined));
}

function postSignOut(body: { everywhere?: true }): Promise<void> {
  const options = { auth: false, headers: OWN_PAGE, timeoutMs: 5_000 };
  return request('POST', '/auth/sign-out', body, options);
}

async function enter(path: string, body: object): Promise<User> {
  // Its cookie is replaced below, and then nothing could end that session.
  await finishSignOut();
  const options = { auth: false, headers: OWN_PAGE };
  const answer = await withSessionLock(async () => {
    const first = await request<SignedIn>('POST', path, body, options);
    writeSignOut(undefined);
    return provenByCookie(first);
  });
  clearTimeout(timer);
  begin(answer);
  return answer.user;
}

/** Renews at once: a browser without the cookie would be signed out ten minutes later, unnoticed. */
async function provenByCookie(first: SignedIn): Promise<SignedIn> {
  try {
    return await postRefresh();
  } catch (error) {
    if (!isSessionOver(error)) return first;
    throw new ApiError(401, 'auth.cookies_refused', COOKIES_REFUSED);
  }
}

/**
 * Renews the session, or finishes a sign-out, after sleep or a lost network, and follows other tabs.
 * Call it once, at start.
 * @returns a function that stops this
 */
export function watchSession(): () => void {
  const awake = () => {
    if (document.visibilityState !== 'visible') return;
    void finishSignOut();
    wake();
  };
  const elsewhere = (event: StorageEvent) => {
    // A cleared storage sends one event, with the key null.
    if (event.key === SESSION_KEY || event.key === null) follow();
    if (event.key === SIGN_OUT_KEY && event.newValue === 'asked') end();
  };
  void finishSignOut();
  window.addEventListener('storage', elsewhere);
  const stopWaking = whenWoken(awake);
  return () => {
    window.removeEventListener('storage', elsewhere);
    stopWaking();
  };
}
