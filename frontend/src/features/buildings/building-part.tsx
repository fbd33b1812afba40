import { PAGES, plainPath, REPORT_PAGE } from '@contract/paths';
import { lazy } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { BUILDING_PAGES } from './building-pages.js';

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
  return Page ? <Page /> : <Navigate to={PAGES.building} replace />;
}
