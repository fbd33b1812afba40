import { PAGES, plainPath, REPORT_PAGE } from '@contract/paths';
import { lazy } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { lazyPage } from '../../ui/pages/lazy-page.js';

interface BuildingPage {
  path: string;
  /** The text of its link, for a page that has one on all of them. */
  name?: string;
  /** Left out for `/building` itself, which the list of all pages has. */
  Page?: ReturnType<typeof lazyPage>;
}

/** The pages of a building, in the order of their links. */
export const BUILDING_PAGES: BuildingPage[] = [
  { path: PAGES.building, name: 'Lägenheter' },
  { path: PAGES.buildingHomes, Page: lazyPage(() => import('./homes/homes-page.js')) },
  {
    path: PAGES.buildingInvite,
    name: 'Bjud in',
    Page: lazyPage(() => import('./letters/invite-page.js')),
  },
  {
    path: PAGES.buildingPosters,
    name: 'Affischer',
    Page: lazyPage(() => import('./posters/posters-page.js')),
  },
  {
    path: PAGES.buildingExercises,
    name: 'Övningar',
    Page: lazyPage(() => import('./exercises/exercises-page.js')),
  },
  {
    path: PAGES.buildingDisplays,
    name: 'Skärmar',
    Page: lazyPage(() => import('./displays/displays-page.js')),
  },
  { path: PAGES.buildingLog, name: 'Händelser', Page: lazyPage(() => import('./log/log-page.js')) },
  {
    path: PAGES.buildingAbout,
    name: 'Om huset',
    Page: lazyPage(() => import('./about/about-building-page.js')),
  },
];

/** The report of an exercise or of an alarm. */
const Report = lazy(() => import('./exercises/report-page.js'));

const entryAt = (pathname: string) =>
  BUILDING_PAGES.find(({ path }) => path === plainPath(pathname));

/** Fetches the page of an address together with this part, so that it renders without a fallback. */
export const loadPage = async (pathname: string): Promise<void> => entryAt(pathname)?.Page?.ahead();

/**
 * The pages below `/building`. Every visitor loads the list of all pages, which names these as one, so that
 * they add little to it.
 */
export default function BuildingPart() {
  const { pathname } = useLocation();
  const report = matchPath(REPORT_PAGE, pathname);
  if (report) return <Report alarmId={report.params.alarmId ?? ''} />;
  const { Page } = entryAt(pathname) ?? {};
  return Page && <Page />;
}
