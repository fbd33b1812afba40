import { isAlarmPath, isPastAlarmPath, PAGES, plainPath } from '@contract/paths';
import { knownSessionId } from '../lib/session/code-session.js';
import { useSession } from '../lib/session/session.js';
import { loadAlarm } from './alarm-area.js';
import { late } from './late.js';

/** Every page but the gate is its own chunk, so that a visitor does not load the alarm's code. */
export const Landing = late(() => import('../features/landing/landing.js'));
export const About = late(() => import('../features/info/about/about.js'));
export const Contact = late(() => import('../features/info/contact/contact.js'));
export const Careers = late(() => import('../features/info/about/careers.js'));
export const Privacy = late(() => import('../features/info/policies/privacy.js'));
export const Terms = late(() => import('../features/info/policies/terms.js'));
export const Cookies = late(() => import('../features/info/policies/cookies.js'));
export const NotFound = late(() => import('../features/info/not-found.js'));
export const Auth = late(() => import('./routes/auth.js'));
export const Reset = late(() => import('../features/passwords/reset-page.js'));
export const SignedInShell = late(() => import('./signed-in/signed-in-shell.js'));
export const AppRoute = late(() => import('./routes/app.js'));
export const Check = late(() => import('./routes/check.js'));
export const Join = late(() => import('../features/buildings/join/join-page.js'));
export const Building = late(() => import('../features/buildings/members/building-page.js'));
export const History = late(() => import('../features/alarms/history/history-page.js'));
export const PastAlarm = late(() => import('../features/alarms/history/past-alarm-page.js'));
export const Profile = late(() => import('./routes/profile.js'));
export const CloseAccount = late(() => import('../features/profile/close-account-page.js'));
export const AccountClosed = late(() =>
  import('../features/profile/close-account-page.js').then((module) => ({
    default: module.AccountClosed,
  })),
);
export const AdminCodes = late(() => import('../features/admin/codes/codes-page.js'));
export const AdminPasswords = late(
  () => import('../features/admin/passwords/password-link-page.js'),
);
export const AdminAudit = late(() => import('../features/admin/audit/audit-page.js'));

const SIGNED_IN_PAGES: Record<string, { ahead: () => Promise<unknown> }> = {
  [PAGES.app]: AppRoute,
  [PAGES.history]: History,
  [PAGES.profile]: Profile,
  [PAGES.closeAccount]: CloseAccount,
  [PAGES.check]: Check,
  [PAGES.building]: Building,
  [PAGES.adminCodes]: AdminCodes,
  [PAGES.adminPasswords]: AdminPasswords,
  [PAGES.adminAudit]: AdminAudit,
  [PAGES.join]: Join,
};
const PUBLIC_PAGES: Record<string, { ahead: () => Promise<unknown> }> = {
  [PAGES.about]: About,
  [PAGES.contact]: Contact,
  [PAGES.careers]: Careers,
  [PAGES.privacy]: Privacy,
  [PAGES.terms]: Terms,
  [PAGES.cookies]: Cookies,
  [PAGES.auth]: Auth,
  [PAGES.reset]: Reset,
};

/** The page of an active alarm belongs to the panel, that of a past alarm to the history. */
const signedInPage = (pathname: string) => {
  if (isAlarmPath(pathname)) return AppRoute;
  return isPastAlarmPath(pathname) ? PastAlarm : SIGNED_IN_PAGES[plainPath(pathname)];
};

export function isBehindSignIn(pathname: string): boolean {
  return signedInPage(pathname) !== undefined;
}

/**
 * Fetches all chunks of the first page in parallel, before the page renders. A public page does not
 * wait for the alarm.
 */
export async function loadFirstPage(address: string): Promise<void> {
  const pathname = plainPath(address);
  const signedOut = useSession.getState().status === 'signed_out';
  const behindSignIn = signedInPage(pathname);
  if (!signedOut) loadAlarm();
  if (pathname === PAGES.home) {
    if (knownSessionId()) await Landing.ahead();
  } else if (behindSignIn) {
    const shell = signedOut ? undefined : SignedInShell.ahead();
    const page = signedOut && pathname !== PAGES.join ? Auth : behindSignIn;
    await Promise.all([shell, page.ahead()]);
  } else await (PUBLIC_PAGES[pathname] ?? NotFound).ahead();
}
