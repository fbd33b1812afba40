import { PAGES, plainPath, REPORT_PAGE } from '@contract/paths';
import { type ComponentType, lazy } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';

const PARTS = {
  [PAGES.buildingHomes]: lazy(() => import('./homes/homes-page.js')),
  [PAGES.buildingInvite]: lazy(() => import('./letters/invite-page.js')),
  [PAGES.buildingPosters]: lazy(() => import('./posters/posters-page.js')),
  [PAGES.buildingExercises]: lazy(() => import('./exercises/exercises-page.js')),
  [PAGES.buildingDisplays]: lazy(() => import('./displays/displays-page.js')),
  [PAGES.buildingLog]: lazy(() => import('./log/log-page.js')),
  [PAGES.buildingAbout]: lazy(() => import('./about/about-building-page.js')),
};

/** The report of an exercise or of an alarm. */
const Report = lazy(() => import('./exercises/report-page.js'));

/**
 * The pages below `/building`. Every visitor loads the list of all pages, which names these as one, so that
 * they add little to it.
 */
export default function BuildingPart() {
  const { pathname } = useLocation();
  const report = matchPath(REPORT_PAGE, pathname);
  if (report) return <Report alarmId={report.params.alarmId ?? ''} />;
  const Part = PARTS[plainPath(pathname) as keyof typeof PARTS] as ComponentType | undefined;
  return Part ? <Part /> : <Navigate to={PAGES.building} replace />;
}
