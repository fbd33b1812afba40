import { ALARM_PAGE, isPage, PAGE_NAMES, PAGES, PAST_ALARM_PAGE, plainPath } from '@contract/paths';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { knownSessionId } from '../lib/session/code-session.js';
import { useSession } from '../lib/session/session.js';
import { lazyPage } from '../ui/pages/lazy-page.js';
import { loadAlarm } from './alarm-area.js';

/** The group that a page is for. All but `everybody` sign in first. The server checks each request. */
export type Who = 'everybody' | 'user' | 'member' | 'manager' | 'admin';

type LazyPage = ReturnType<typeof lazyPage>;

interface PageEntry {
  who: Who;
  Page: LazyPage;
}

/** The panel, which also shows an active alarm. */
const Panel = lazyPage(() => import('./routes/app.js'));

const policy = (name: 'Privacy' | 'Terms' | 'Cookies') =>
  lazyPage(() =>
    import('../features/info/policies/policies.js').then((all) => ({ default: all[name] })),
  );

const about = (name: 'About' | 'Careers') =>
  lazyPage(() => import('../features/info/about/about.js').then((all) => ({ default: all[name] })));

interface Part {
  default: ComponentType;
  loadPage: (pathname: string) => Promise<void>;
}

/** @returns a part of several pages, once the one that the address names is fetched too */
async function withPage(loading: Promise<Part>): Promise<Part> {
  const part = await loading;
  await part.loadPage(location.pathname);
  return part;
}

const ADMIN_PART: PageEntry = {
  who: 'admin',
  Page: lazyPage(() => withPage(import('../features/admin/admin-part.js'))),
};

/** The pages below `/building` are one entry at the end. */
type ListedKey = Exclude<keyof typeof PAGES, 'home' | 'kiosk' | `building${string}`> | 'building';

/** The pages in the order of the menu and the footer. Each is its own chunk. A display has no app around it. */
const ENTRIES: Record<ListedKey, PageEntry> = {
  about: { who: 'everybody', Page: about('About') },
  contact: {
    who: 'everybody',
    Page: lazyPage(() => import('../features/info/contact/contact.js')),
  },
  careers: { who: 'everybody', Page: about('Careers') },
  privacy: { who: 'everybody', Page: policy('Privacy') },
  terms: { who: 'everybody', Page: policy('Terms') },
  cookies: { who: 'everybody', Page: policy('Cookies') },
  auth: { who: 'everybody', Page: lazyPage(() => import('./routes/auth.js')) },
  reset: { who: 'everybody', Page: lazyPage(() => import('../features/auth/reset-page.js')) },
  join: { who: 'user', Page: lazyPage(() => import('../features/buildings/join/join-page.js')) },
  handover: {
    who: 'everybody',
    Page: lazyPage(() => import('../features/handover/handover-page.js')),
  },
  app: { who: 'user', Page: Panel },
  history: {
    who: 'member',
    Page: lazyPage(() => import('../features/alarms/history/history-page.js')),
  },
  building: {
    who: 'manager',
    Page: lazyPage(() => import('../features/buildings/members/building-page.js')),
  },
  check: { who: 'user', Page: lazyPage(() => import('./routes/check.js')) },
  profile: { who: 'user', Page: lazyPage(() => import('./routes/profile.js')) },
  closeAccount: {
    who: 'user',
    Page: lazyPage(() => import('../features/profile/close-account-page.js')),
  },
  adminCodes: ADMIN_PART,
  adminBuildings: ADMIN_PART,
  adminPasswords: ADMIN_PART,
  adminAudit: ADMIN_PART,
  adminStatus: ADMIN_PART,
};

interface ListedPage extends PageEntry {
  path: string;
  /** The text of its link, for a page that menu or footer lead to. */
  name?: string;
}

const NAMES: Partial<Record<string, string>> = PAGE_NAMES;

/** All pages but the start page. */
export const PAGE_LIST: ListedPage[] = [
  ...Object.entries(ENTRIES).map(([key, entry]) => ({
    ...entry,
    path: PAGES[key as ListedKey],
    name: NAMES[key],
  })),
  { path: ALARM_PAGE, who: 'user', Page: Panel },
  {
    path: `${PAGES.building}/*`,
    who: 'manager',
    Page: lazyPage(() => withPage(import('../features/buildings/building-part.js'))),
  },
  {
    path: PAST_ALARM_PAGE,
    who: 'user',
    Page: lazyPage(() => import('../features/alarms/history/past-alarm-page.js')),
  },
];

export const Landing = lazyPage(() => import('../features/landing/landing.js'));
export const NotFound = lazyPage(() => import('../features/info/not-found.js'));
export const SignedInShell = lazyPage(() => import('./signed-in/signed-in-shell.js'));
export const AccountClosed = lazyPage(() =>
  import('../features/profile/close-account-page.js').then((module) => ({
    default: module.AccountClosed,
  })),
);

const pageAt = (pathname: string) =>
  isPage(pathname) ? PAGE_LIST.find(({ path }) => matchPath(path, pathname)) : undefined;

export function isBehindSignIn(pathname: string): boolean {
  const page = pageAt(pathname);
  return page !== undefined && page.who !== 'everybody';
}

/**
 * Fetches all chunks of the first page in parallel, before the page renders. A public page does not
 * wait for the alarm.
 */
export async function loadFirstPage(pathname: string): Promise<void> {
  const signedOut = useSession.getState().status === 'signed_out';
  if (!signedOut) loadAlarm();
  if (pathname === PAGES.home) {
    if (knownSessionId()) await Landing.ahead();
    return;
  }
  const { Page } = pageAt(pathname) ?? { Page: NotFound };
  if (!isBehindSignIn(pathname)) return Page.ahead();
  if (!signedOut) await Promise.all([SignedInShell.ahead(), Page.ahead()]);
  else if (plainPath(pathname) === PAGES.join) await Page.ahead();
  else await ENTRIES.auth.Page.ahead();
}
