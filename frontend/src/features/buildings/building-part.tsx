import { PAGES, plainPath } from '@contract/paths';
import { lazy } from 'react';
import { useLocation } from 'react-router-dom';

const PARTS = {
  [PAGES.buildingHomes]: lazy(() => import('./homes/homes-page.js')),
  [PAGES.buildingInvite]: lazy(() => import('./letters/invite-page.js')),
  [PAGES.buildingPosters]: lazy(() => import('./posters/posters-page.js')),
  [PAGES.buildingDisplays]: lazy(() => import('./displays/displays-page.js')),
  [PAGES.buildingLog]: lazy(() => import('./log/log-page.js')),
  [PAGES.buildingAbout]: lazy(() => import('./about/about-building-page.js')),
};

/**
 * The pages below `/building`. Every visitor loads the list of all pages, which names these as one, so that
 * they add little to it.
 */
export default function BuildingPart() {
  const { pathname } = useLocation();
  const Part = PARTS[plainPath(pathname) as keyof typeof PARTS];
  return <Part />;
}
